// Words that hide who acts, or what is meant, each with what to write instead: a list for documents, comments and titles.

export const unclearWords: Readonly<Record<string, string>> = {
  "whoever|whomever|somebody|someone's|nobody|anybody|everybody":
    "the user, a teammate, another window, the caller",
  "those who|those that (?:wait|come|stand)|who waits?|who comes": "the noun: jobs, callers, requests",
  "what (?:is|was) there|what lies there": "the remote file, the local file",
  "as it is": "unchanged",
  "anew|afresh": "again",
  heeded: "applied",
  "lets? go|letting go": "cancel, dispose, delete, release",
  "(?:is|was|are|were|be) looked at": "read, listed, checked",
  "under way|on (?:its|their) way": "running, sent, in progress",
  "learnt|found out|finds? out": "detect, show",
  "tell(?:s|ing)? of|told of": "report",
  "come to stand|comes to stand": "is stored",
  "by itself|by themselves": "automatically",
  unasked: "without asking",
  "is kept besides|asks once more": "a plain verb",
  "mend|mends|mended": "fix",
  "ticked|unticked": "selected, cleared",
  "half way": "midway",
  "what it was asked for": "the request",
  "cannot be told (?:of|from)|whom it": "check, distinguish, name the person",
};

/** Names in the source and the tests: their words in lower case, and what to write instead. */
export const unclearNames: readonly (readonly [words: RegExp, instead: string])[] = [
  [/\b(whoever|nobody|somebody)\b/, "user, teammate, none"],
  [/\banew\b/, "fresh, again"],
  [/\bheeded\b/, "applied"],
  [/\blet go\b/, "release, delete"],
  [/\bspelling\b/, "dialect, normalForm"],
  [/\bunder way\b/, "inFlight, running"],
  [/\bovertaken\b/, "stale, older"],
  [/\btold\b/, "reported, notices"],
  [/\bunasked\b/, "preapproved, withoutQuestion"],
  [/\blearnt\b/, "detected"],
  [/\b(un)?ticked\b/, "selected"],
  [/^tell\b/, "report, notify"],
  [/\b(went|unkept)\b/, "result, notBackedUp"],
  [/\bfor a while\b/, "temporary"],
  [/\bmended\b/, "fixed"],
];
