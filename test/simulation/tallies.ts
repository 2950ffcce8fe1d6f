// Counts of what happened, for the table at the end.
export class Tallies {
  private readonly counts = new Map<string, Map<string, number>>();

  add(group: string, name: string, by = 1): void {
    const counts = this.counts.get(group) ?? new Map<string, number>();
    this.counts.set(group, counts);
    counts.set(name, (counts.get(name) ?? 0) + by);
  }

  get(group: string, name: string): number {
    return this.counts.get(group)?.get(name) ?? 0;
  }

  join(other: Tallies): void {
    for (const [group, counts] of other.counts)
      for (const [name, count] of counts) this.add(group, name, count);
  }

  /** By group, most frequent first. */
  get all(): [group: string, counts: [name: string, count: number][]][] {
    return [...this.counts].map(([group, counts]) => [group, [...counts].sort((a, b) => b[1] - a[1])]);
  }
}
