// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
import { App } from "./app";
import { byId } from "./dom";

async function begin(): Promise<void> {
  try {
    const app = new App();
    // For tests, and for those who look behind the page.
    (window as unknown as { impingeReport: App }).impingeReport = app;
    await app.begin();
    document.documentElement.dataset.ready = "true";
  } catch (error) {
    byId("summary").textContent = error instanceof Error ? error.message : String(error);
    document.documentElement.dataset.ready = "failed";
    throw error;
  }
}

void begin();
