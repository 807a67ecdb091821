// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "apps/cli/robot/trajectory_file.h"

#include <fmt/format.h>
#include <impinge/error.h>

#include <charconv>
#include <cmath>
#include <fstream>
#include <sstream>

#include "apps/cli/arguments.h"
#include "apps/cli/robot/plain_yaml.h"

namespace impinge::cli {
namespace {

constexpr double kFollows = 1e-4;  // how far a value of a joint that follows may be off: decimals of files

class TrajectoryReader {
 public:
  TrajectoryReader(const std::string& origin, const Robot& robot, const std::vector<double>& rest)
      : origin_(origin), robot_(robot), rest_(rest) {}

  JointTrajectory csv(std::string_view text) {
    std::vector<std::string> columns;
    std::size_t line = 0;
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      std::string_view row = text.substr(0, end);
      text.remove_prefix(std::min(end + 1, text.size()));
      ++line;
      if (line == 1 && row.starts_with("\xef\xbb\xbf")) row.remove_prefix(3);
      const std::vector<std::string> cells = split(row);
      if (cells.size() == 1 && (cells[0].empty() || cells[0][0] == '#')) continue;
      if (columns.empty())
        set_columns(columns = cells, line);
      else
        add_row(cells, columns, line);
    }
    return finished();
  }

  JointTrajectory yaml(std::string_view text) {
    Plain document = parse_plain_yaml(text, origin_);
    for (const char* wrapper : {"trajectory", "joint_trajectory"})
      if (document.is_object() && document.contains(wrapper)) document = Plain(document[wrapper]);
    if (!document.is_object() || !document.contains("joint_names") || !document.contains("points"))
      fail(0, "\"joint_names\" and \"points\" are expected");
    std::vector<std::string> columns = {"time"};
    if (!document["joint_names"].is_array() || !document["points"].is_array())
      fail(0, "\"joint_names\" and \"points\" are lists");
    for (const Plain& name : document["joint_names"])
      columns.push_back(name.is_string() ? name.get<std::string>() : name.dump());
    set_columns(columns, 0);
    std::size_t number = 0;
    for (const Plain& point : document["points"]) {
      const std::string place = fmt::format("points[{}]", number++);
      if (!point.is_object() || !point.contains("positions") || !point["positions"].is_array())
        fail(0, place + ": \"positions\" are expected");
      std::vector<double> row = {time_of(point, place)};
      for (const Plain& value : point["positions"]) {
        if (!value.is_number()) fail(0, place + ": a position is not a number");
        row.push_back(value.get<double>());
      }
      add_values(row, columns, 0, place);
    }
    return finished();
  }

 private:
  [[noreturn]] void fail(std::size_t line, const std::string& what) const {
    throw Error(ErrorCode::file_format,
                line == 0 ? fmt::format("{}: {}", origin_, what) : fmt::format("{}: line {}: {}", origin_, line, what));
  }

  static std::vector<std::string> split(std::string_view row) {
    std::vector<std::string> cells;
    while (true) {
      const std::size_t end = std::min(row.find_first_of(",;"), row.size());
      std::string_view cell = row.substr(0, end);
      while (!cell.empty() && (cell.front() == ' ' || cell.front() == '\t' || cell.front() == '"')) cell.remove_prefix(1);
      while (!cell.empty() && (cell.back() == ' ' || cell.back() == '\t' || cell.back() == '\r' || cell.back() == '"'))
        cell.remove_suffix(1);
      cells.emplace_back(cell);
      if (end == row.size()) return cells;
      row.remove_prefix(end + 1);
    }
  }

  void set_columns(const std::vector<std::string>& columns, std::size_t line) {
    bool timed = false;
    for (const std::string& name : columns) {
      Column column;
      if (name == "time" || name == "t" || name == "time_from_start") {
        if (timed) fail(line, "there are two columns of time");
        timed = true;
        column.time = true;
      } else {
        column.joint = joint_of(name, line);
        for (const Column& other : columns_)
          if (!other.time && other.joint == column.joint) fail(line, fmt::format("joint \"{}\" is there twice", name));
      }
      columns_.push_back(column);
    }
    if (!timed) fail(line, "no column is called \"time\"; the first line names the columns");
  }

  std::uint32_t joint_of(const std::string& name, std::size_t line) const {
    const auto& joints = robot_.model().joints;
    for (std::uint32_t j = 0; j < joints.size(); ++j) {
      if (joints[j].name != name) continue;
      if (joints[j].kind == JointKind::fixed) fail(line, fmt::format("joint \"{}\" is fixed", name));
      return j;
    }
    fail(line, fmt::format("robot '{}' has no joint \"{}\"", robot_.model().name, name));
  }

  void add_row(const std::vector<std::string>& cells, const std::vector<std::string>& columns, std::size_t line) {
    std::vector<double> row;
    for (const std::string& cell : cells) {
      double value = 0;
      const auto [end, trouble] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
      if (trouble != std::errc() || end != cell.data() + cell.size())
        fail(line, fmt::format("\"{}\" is not a number", cell.substr(0, 40)));
      row.push_back(value);
    }
    add_values(row, columns, line, fmt::format("line {}", line));
  }

  void add_values(const std::vector<double>& row, const std::vector<std::string>& names, std::size_t line,
                  const std::string& place) {
    if (row.size() != columns_.size())
      fail(line, fmt::format("{}{} values for {} columns", line == 0 ? place + ": " : "", row.size(), columns_.size()));
    std::vector<double> state = rest_;
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (!std::isfinite(row[i])) fail(line, fmt::format("the value of \"{}\" is not finite", names[i]));
      if (columns_[i].time)
        path_.times.push_back(row[i]);
      else if (!robot_.model().joints[columns_[i].joint].mimic)
        robot_.set(state, names[i], row[i]);
    }
    const std::vector<double> values = robot_.joint_values(state);
    for (std::size_t i = 0; i < row.size(); ++i)
      if (!columns_[i].time && std::fabs(values[columns_[i].joint] - row[i]) > kFollows)
        fail(line, fmt::format("joint \"{}\" follows another one and would be {}, not {}", names[i],
                               values[columns_[i].joint], row[i]));
    if (path_.times.size() > 1 && !(path_.times.back() > path_.times[path_.times.size() - 2]))
      fail(line, fmt::format("{}time {} follows {}: times must increase", line == 0 ? place + ": " : "", path_.times.back(),
                             path_.times[path_.times.size() - 2]));
    try {
      robot_.require_state(state);
    } catch (const Error& error) {
      fail(line, (line == 0 ? place + ": " : "") + error.what());
    }
    path_.states.insert(path_.states.end(), state.begin(), state.end());
  }

  double time_of(const Plain& point, const std::string& place) const {
    if (!point.contains("time_from_start")) fail(0, place + ": \"time_from_start\" is expected");
    const Plain& time = point["time_from_start"];
    if (time.is_number()) return time.get<double>();
    if (!time.is_object()) fail(0, place + ": \"time_from_start\" is a number, or has secs and nsecs");
    double sum = 0;
    for (const auto& [key, value] : time.items()) {
      if (!value.is_number()) fail(0, place + ": \"time_from_start\" has a value that is not a number");
      const bool seconds = key == "secs" || key == "sec", nano = key == "nsecs" || key == "nanosec";
      if (!seconds && !nano) fail(0, fmt::format("{}: \"time_from_start\" has \"{}\"", place, key));
      sum += value.get<double>() * (seconds ? 1 : 1e-9);
    }
    return sum;
  }

  JointTrajectory finished() {
    if (path_.times.empty()) fail(0, "there are no waypoints");
    return std::move(path_);
  }

  struct Column {
    bool time = false;
    std::uint32_t joint = 0;
  };

  const std::string& origin_;
  const Robot& robot_;
  const std::vector<double>& rest_;
  std::vector<Column> columns_;
  JointTrajectory path_;
};

}  // namespace

JointTrajectory parse_trajectory(std::string_view text, const std::string& origin, bool yaml, const Robot& robot,
                                 const std::vector<double>& rest) {
  TrajectoryReader reader(origin, robot, rest);
  return yaml ? reader.yaml(text) : reader.csv(text);
}

JointTrajectory load_trajectory(const std::string& file, const Robot& robot, const std::vector<double>& rest) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw Error(ErrorCode::file_missing, fmt::format("{}: cannot be opened; check the path", file));
  std::stringstream text;
  text << in.rdbuf();
  if (in.bad() || text.str().empty())
    throw Error(ErrorCode::file_format, fmt::format("{}: is empty, or not a file; fetch or export it again", file));
  return parse_trajectory(text.str(), file, ends_in(file, {".yaml", ".yml"}), robot, rest);
}

}  // namespace impinge::cli
