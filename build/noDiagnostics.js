// In place of undici's channels for diagnostics, to which nobody listens here.
const silent = { hasSubscribers: false };
exports.channels = new Proxy({}, { get: () => silent });
