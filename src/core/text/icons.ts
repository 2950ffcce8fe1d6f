// Labels that know icons read `$(name)`; text from the service must stay text.

/** Text from the service in such a label: `$(x)` stays text. */
export function escapeIcons(text: string): string {
  return text.replaceAll("$(", "$\u200b(");
}
