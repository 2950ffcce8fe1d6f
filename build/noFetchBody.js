// Replaces undici's request bodies: Node's own fetch turns a form into a stream before it calls a dispatcher.
exports.extractBody = () => {
  throw new Error("Forms are not part of this build");
};
