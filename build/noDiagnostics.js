// Replaces the diagnostics channels of the bundled undici: api/http/failureCodes.ts listens to those of Node's own.
const silent = { hasSubscribers: false };
exports.channels = new Proxy({}, { get: () => silent });
