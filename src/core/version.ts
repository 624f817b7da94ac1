/** The version of the package; a test keeps it equal to package.json, which a browser cannot read. */
export const version = '0.1.0';
