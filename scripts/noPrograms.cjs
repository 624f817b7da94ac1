/** In place of node:child_process in the bundled command line, which starts no programs. */
exports.spawn = () => {
  throw new Error('assay starts no programs');
};
