import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../../src/dev/digest.mjs'

/** The store's thread as it ships. */
export const shippedWorker = pathToFileURL(join(root, 'dist/store-worker.js'))
