// Replaces unused code: JSZip's writer and its own unpacking (core/archive/readArchive.ts has Node's), and busboy's
// forms. JSZip asks whether content is an instance of such a class.
module.exports = class {};
