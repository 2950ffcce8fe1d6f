// Rows of the search results.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { SearchResults } from "../../../../../src/features/find/search/searchResults";
import { FakeClock } from "../../../../support/fakeClock";
import { window } from "../../../../support/vscodeParts";

describe("the results of a search", () => {
  it("have the icon of their file's kind, and its folder", () => {
    window["createTreeView"] = () => ({ message: "", dispose: () => undefined });
    const results = new SearchResults(new FakeClock());
    const place = { accountId: "ann", appId: "shop", path: "/", appName: "Shop" };
    const search = results.begin(place, "port");
    results.found(search, { path: "/src/main.py", matches: [] });
    const [item] = results.getChildren().map((row) => results.getTreeItem(row));
    // VS Code derives the kind from the URI.
    assert.equal(item?.iconPath, vscode.ThemeIcon.File);
    assert.match(item?.resourceUri?.path ?? "", /\/src\/main\.py$/);
    assert.equal(item?.description, "src · 0");
    results.dispose();
  });
});
