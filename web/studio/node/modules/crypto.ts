/** Replaces node:crypto, at once: that of browsers answers later, and only on pages from secure addresses. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

export function createHash(method: 'sha256') {
  if (method !== 'sha256') throw new Error(`no hash ${String(method)}`);
  const hash = sha256.create();
  return {
    update(data: Uint8Array | string) {
      hash.update(typeof data === 'string' ? utf8ToBytes(data) : data);
      return this;
    },
    digest: (_form: 'hex'): string => bytesToHex(hash.digest()),
  };
}
