// Replaces unused code: JSZip's writer and its inflate (core/archive/readArchive.ts has Node's), and busboy's forms.
module.exports = {};
