// Reads YAML at once, where nothing else waits.
import { parseYaml } from "../../src/core/project/detect/yamlText";

export function parsedYaml(text: string, parse: typeof parseYaml = parseYaml): unknown {
  const steps = parse(text);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
