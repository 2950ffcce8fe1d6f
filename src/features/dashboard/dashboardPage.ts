// The dashboard's page without data: headings, labels and empty elements.
import { l10n } from "vscode";
import { escapeHtml } from "../../editor/webviewShell";

interface Chart {
  readonly id: "cpu" | "memory" | "network";
  readonly title: string;
  /** The chart in a sentence, for screen readers. */
  readonly summary: string;
}

/** The page's own texts are translated here; the script sets the service's texts, never as markup. */
export function dashboardPage(): string {
  const summary = (what: string) =>
    l10n.t("{0}: now {1}, lowest {2}, average {3}, highest {4}", what, "%now", "%low", "%average", "%high");
  const charts: readonly Chart[] = [
    { id: "cpu", title: l10n.t("CPU"), summary: summary(l10n.t("CPU")) },
    { id: "memory", title: l10n.t("Memory"), summary: summary(l10n.t("Memory")) },
    { id: "network", title: l10n.t("Network"), summary: summary(l10n.t("Received")) },
  ];
  return `<main>
<header>
<div class="title"><h1 id="name">–</h1><p id="status" class="status" data-tone="neutral"><span class="dot" aria-hidden="true"></span><span id="status-word">–</span></p></div>
<div id="buttons" class="buttons" role="group" aria-label="${text(l10n.t("Actions"))}"></div>
</header>
<p id="notice" class="notice" hidden></p>
<section id="banner" class="banner" aria-labelledby="banner-text" data-caption="${text(l10n.t("Last lines of {0}", "%name"))}" hidden><p id="banner-text"></p>
<figure id="banner-log" hidden><figcaption id="banner-caption" class="quiet"></figcaption><pre id="banner-lines" class="scroll" tabindex="0" role="group" aria-labelledby="banner-caption"></pre></figure></section>
<p id="announcement" class="unseen" role="status"></p>
<section aria-labelledby="usage-heading">
<div class="section-head"><h2 id="usage-heading">${text(l10n.t("Usage"))}</h2>${ranges()}</div>
<p id="usage-note" class="quiet" data-gaps="${text(l10n.t("No data: {0}", "%gaps"))}" data-more="${text(l10n.t("and {0} more", "%count"))}" hidden></p>
<div class="charts">${charts.map((chart) => chartCard(chart)).join("")}</div>
</section>
<div class="columns">
<section aria-labelledby="details-heading"><h2 id="details-heading">${text(l10n.t("Details"))}</h2><dl id="details"></dl></section>
<div class="column">
<section aria-labelledby="deployments-heading"><h2 id="deployments-heading">${text(l10n.t("Deployments"))}</h2>
<p id="repository" class="quiet">${text(l10n.t("No repository is connected."))}</p>
<div id="deployments-table" class="scroll" tabindex="0" role="group" aria-labelledby="deployments-heading" hidden><table><thead><tr>${heads([l10n.t("Commit"), l10n.t("Message"), l10n.t("Author"), l10n.t("Date"), l10n.t("Duration"), l10n.t("State")])}</tr></thead><tbody id="deployments"></tbody></table></div></section>
<section id="releases-section" aria-labelledby="releases-heading" hidden><h2 id="releases-heading">${text(l10n.t("Releases"))}</h2>
<p class="quiet">${text(l10n.t("Recorded on this machine."))}</p>
<div class="scroll" tabindex="0" role="group" aria-labelledby="releases-heading"><table><thead><tr>${heads([l10n.t("Release"), l10n.t("Change")])}</tr></thead><tbody id="releases"></tbody></table></div></section>
<section aria-labelledby="environment-heading" data-show="${text(l10n.t("Show"))}" data-hide="${text(l10n.t("Hide"))}" data-show-label="${text(l10n.t("Show the value of {0}", "%key"))}" data-hide-label="${text(l10n.t("Hide the value of {0}", "%key"))}" data-none="${text(l10n.t("This app has no environment variables."))}" data-hidden="${text(l10n.t("hidden"))}" id="environment-section"><h2 id="environment-heading">${text(l10n.t("Environment"))}</h2>
<p id="environment-note" class="quiet">–</p>
<div id="environment-table" hidden><table><thead><tr>${heads([l10n.t("Name"), l10n.t("Value")])}<th scope="col"><span class="unseen">${text(l10n.t("Actions"))}</span></th></tr></thead><tbody id="environment"></tbody></table></div></section>
</div>
</div>
</main>`;
}

function ranges(): string {
  const range = (id: string, label: string, isPressed = false) =>
    `<button type="button" data-range="${id}" aria-pressed="${isPressed}">${text(label)}</button>`;
  const buttons = [
    range("10min", l10n.t("10 min"), true),
    range("1h", l10n.t("1 hour")),
    range("24h", l10n.t("24 hours")),
  ];
  return `<div id="ranges" class="ranges" role="group" aria-label="${text(l10n.t("Time range"))}">${buttons.join("")}</div>`;
}

function chartCard({ id, title, summary }: Chart): string {
  const value =
    id === "network"
      ? `<span class="key"><span class="swatch received" aria-hidden="true"></span>${text(l10n.t("Received"))} <b id="received">–</b></span><span class="key"><span class="swatch sent" aria-hidden="true"></span>${text(l10n.t("Sent"))} <b id="sent">–</b></span>`
      : `<b id="${id}" class="large">–</b>${id === "memory" ? `<span class="key quiet"><span class="swatch limit" aria-hidden="true"></span>${text(l10n.t("Limit"))} <span id="limit">–</span></span>` : ""}`;
  return `<article class="card" id="card-${id}" aria-labelledby="title-${id}">
<h3 id="title-${id}">${text(title)}</h3>
<p class="figure">${value}</p>
<div class="chart" role="img" aria-label="${text(title)}" data-summary="${text(summary)}"><span class="waiting quiet">${text(l10n.t("No data yet"))}</span></div>
<p class="hover quiet" aria-hidden="true">&nbsp;</p>
<details><summary>${text(l10n.t("{0} as a table", title))}</summary><div class="scroll" tabindex="0" role="group" aria-labelledby="title-${id}"><table><thead><tr>${heads(tableHeads(id))}</tr></thead><tbody></tbody></table></div></details>
</article>`;
}

function tableHeads(id: Chart["id"]): string[] {
  return id === "network"
    ? [l10n.t("From"), l10n.t("Received"), l10n.t("Sent")]
    : [l10n.t("From"), l10n.t("Lowest"), l10n.t("Average"), l10n.t("Highest")];
}

function heads(labels: readonly string[]): string {
  return labels.map((label) => `<th scope="col">${text(label)}</th>`).join("");
}

function text(value: string): string {
  return escapeHtml(value);
}
