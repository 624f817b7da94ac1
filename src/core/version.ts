/** The version of the package. A browser cannot read package.json, so a test keeps the two equal. */
export const version = '0.2.0';
