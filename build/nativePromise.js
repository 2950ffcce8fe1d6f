// In place of the promises that JSZip brings for platforms that have none.
module.exports = Promise;
