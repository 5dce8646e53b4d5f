import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../src/dev/digest.mjs'

// Files of tests that share their modules also share those that are loaded late. One that is still being loaded when its file
// ends could not be loaded by any later one, so the store's are loaded beforehand.
const known = globalThis as { storeIsLoaded?: boolean }
if (known.storeIsLoaded !== true)
  for (const name of readdirSync(join(root, 'store'), { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.ts')) await import(/* @vite-ignore */ join(root, 'store', name))
known.storeIsLoaded = true
