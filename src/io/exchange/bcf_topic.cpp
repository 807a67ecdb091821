// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/exchange/bcf_topic.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <set>

#include "io/exchange/bcf_guid.h"
#include "io/exchange/plain_text.h"
#include "io/exchange/review_words.h"
#include "io/exchange/xml_writer.h"
#include "io/mesh/units.h"

namespace impinge::io {
namespace {

constexpr const char *kAuthor = "impinge", *kType = "Clash", *kOpen = "Open", *kClosed = "Closed";
constexpr double kFieldOfView = 60;  // degrees; 2.1 allows 45 to 60
// Where a camera with this field of view sees a ball whole, and a little more.
constexpr double kDistance = 2.3;

bool is_closed(const ReviewItem& item) { return item.state == ReviewState::accepted; }

/// BCF 3.0 has no room for texts of blanks.
std::string filled(const std::string& text, const std::string& otherwise) {
  return text.find_first_not_of(" \t\r\n") == std::string::npos ? otherwise : text;
}

void write_number(XmlWriter& xml, const char* name, double value) { xml.leaf(name, fmt::format("{}", value)); }

void write_vector(XmlWriter& xml, const char* name, const Vec3& v) {
  xml.open(name);
  write_number(xml, "X", v.x());
  write_number(xml, "Y", v.y());
  write_number(xml, "Z", v.z());
  xml.close();
}

void write_component(XmlWriter& xml, const Review& review, ObjectId id) {
  const std::string& name = review.scene->object(id).name;
  if (const auto guid = ifc_guid_in(name))
    xml.open("Component", {{"IfcGuid", *guid}});
  else
    xml.open("Component");
  xml.leaf("OriginatingSystem", kAuthor);
  xml.leaf("AuthoringToolId", filled(name, fmt::format("object {}", id.value)));
  xml.close();
}

void write_components(XmlWriter& xml, const Review& review, const ReviewItem& item, bool version_3) {
  std::vector<ObjectId> both = {item.a};
  if (item.b != item.a) both.push_back(item.b);
  constexpr const char* kColours[] = {"3B82F6", "F59E0B"};
  xml.open("Components");
  xml.open("Selection");
  for (const ObjectId id : both) write_component(xml, review, id);
  xml.close();
  xml.empty("Visibility", {{"DefaultVisibility", "true"}});
  xml.open("Coloring");
  for (std::size_t k = 0; k < both.size(); ++k) {
    xml.open("Color", {{"Color", kColours[k]}});
    if (version_3) xml.open("Components");
    write_component(xml, review, both[k]);
    if (version_3) xml.close();
    xml.close();
  }
  xml.close();
  xml.close();
}

void write_comment(XmlWriter& xml, const BcfFrame& frame, const std::string& key, const std::string& text) {
  xml.open("Comment", {{"Guid", guid_of(key + " comment")}});
  xml.leaf("Date", frame.date);
  xml.leaf("Author", kAuthor);
  xml.leaf("Comment", text);
  xml.empty("Viewpoint", {{"Guid", guid_of(key + " viewpoint")}});
  xml.close();
}

/// The files of a topic's viewpoint.
void write_files(XmlWriter& xml, bool has_snapshot) {
  xml.leaf("Viewpoint", "viewpoint.bcfv");
  if (has_snapshot) xml.leaf("Snapshot", "snapshot.png");
  xml.leaf("Index", "0");
}

std::vector<std::string> labels_of(const ReviewItem& item) { return {item.verdict, to_string(item.state)}; }

}  // namespace

std::string topic_key(const Review& review, const ReviewItem& item) {
  if (!item.id.empty()) return "impinge " + item.id;
  return "impinge " + review.scene->object(item.a).name + '\xff' + review.scene->object(item.b).name;
}

std::string bcf_version_xml(const BcfFrame& frame) {
  XmlWriter xml;
  const char* const version = frame.version_3 ? "3.0" : "2.1";
  xml.open("Version", {{"VersionId", version}});
  if (!frame.version_3) xml.leaf("DetailedVersion", version);
  xml.close();
  return xml.take();
}

std::string bcf_extensions_xml(const Review& review, const std::vector<std::size_t>& topics) {
  std::set<std::string> priorities, labels, users = {kAuthor};
  for (const std::size_t i : topics) {
    const ReviewItem& item = review.items[i];
    priorities.insert(to_string(item.severity));
    for (const std::string& label : labels_of(item)) labels.insert(label);
    if (item.decision) users.insert(filled(item.decision->assignee, kAuthor));
  }
  XmlWriter xml;
  const auto list = [&](const char* name, const char* each, const std::set<std::string>& words) {
    if (words.empty()) return xml.empty(name);
    xml.open(name);
    for (const std::string& word : words) xml.leaf(each, word);
    xml.close();
  };
  xml.open("Extensions");
  list("TopicTypes", "TopicType", {kType});
  list("TopicStatuses", "TopicStatus", {kOpen, kClosed});
  list("Priorities", "Priority", priorities);
  list("TopicLabels", "TopicLabel", labels);
  list("Users", "User", users);
  list("SnippetTypes", "SnippetType", {});
  list("Stages", "Stage", {});
  xml.close();
  return xml.take();
}

std::string bcf_markup_xml(const Review& review, const ReviewItem& item, const BcfFrame& frame, std::size_t number,
                           bool has_snapshot) {
  const std::string key = topic_key(review, item);
  const std::string comment = item.decision ? item.decision->comment : "";
  const bool has_comment = comment.find_first_not_of(" \t\r\n") != std::string::npos;
  const std::string view = guid_of(key + " viewpoint");
  XmlWriter xml;
  xml.open("Markup");
  xml.open("Topic", {{"Guid", guid_of(key)}, {"TopicType", kType}, {"TopicStatus", is_closed(item) ? kClosed : kOpen}});
  xml.leaf("Title", headline(review, item));
  xml.leaf("Priority", to_string(item.severity));
  xml.leaf("Index", fmt::format("{}", number));
  if (frame.version_3) xml.open("Labels");
  for (const std::string& label : labels_of(item)) xml.leaf(frame.version_3 ? "Label" : "Labels", label);
  if (frame.version_3) xml.close();
  xml.leaf("CreationDate", frame.date);
  xml.leaf("CreationAuthor", kAuthor);
  if (item.decision && filled(item.decision->assignee, "") != "") xml.leaf("AssignedTo", item.decision->assignee);
  xml.leaf("Description", fmt::format("{}", fmt::join(item_lines(review, item), "\n")));
  if (!frame.version_3) xml.close();
  if (has_comment) {
    if (frame.version_3) xml.open("Comments");
    write_comment(xml, frame, key, comment);
    if (frame.version_3) xml.close();
  }
  if (frame.version_3) {
    xml.open("Viewpoints");
    xml.open("ViewPoint", {{"Guid", view}});
    write_files(xml, has_snapshot);
    xml.close();
    xml.close();
    xml.close();
  } else {
    xml.open("Viewpoints", {{"Guid", view}});
    write_files(xml, has_snapshot);
    xml.close();
  }
  xml.close();
  return xml.take();
}

std::string bcf_viewpoint_xml(const Review& review, const ReviewItem& item, const BcfFrame& frame, const ItemView& view,
                              double aspect_ratio) {
  const UnitScale metres = unit_scale(review.scene->units, "m");
  const auto in_metres = [&](const Vec3& p) { return Vec3(metres(p.x()), metres(p.y()), metres(p.z())); };
  const double radius = std::max(view.radius(), 1e-12 * (1 + view.centre().cwiseAbs().maxCoeff()));
  XmlWriter xml;
  xml.open("VisualizationInfo", {{"Guid", guid_of(topic_key(review, item) + " viewpoint")}});
  write_components(xml, review, item, frame.version_3);
  xml.open("PerspectiveCamera");
  write_vector(xml, "CameraViewPoint", in_metres(view.centre() - kDistance * radius * view.into()));
  write_vector(xml, "CameraDirection", view.into());
  write_vector(xml, "CameraUpVector", view.up());
  write_number(xml, "FieldOfView", kFieldOfView);
  if (frame.version_3) write_number(xml, "AspectRatio", aspect_ratio);
  xml.close();
  if (item.places.size() == 2) {
    xml.open("Lines");
    xml.open("Line");
    write_vector(xml, "StartPoint", in_metres(item.places[0]));
    write_vector(xml, "EndPoint", in_metres(item.places[1]));
    xml.close();
    xml.close();
  }
  xml.close();
  return xml.take();
}

}  // namespace impinge::io
