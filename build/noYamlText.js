// Replaces yaml's writer: YAML is only read. The writer also names keys that are maps or lists; no reader needs those.
exports.createStringifyContext = () => ({});
exports.stringifyCollection = () => "{}";
