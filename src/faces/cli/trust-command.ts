import { MailError } from '../../domain/errors.ts'
import { sanitizeLine } from '../../domain/sanitize.ts'
import type { Raw } from './flags.ts'
import { chosenIn, type Globals } from './globals.ts'
import type { Host } from './host.ts'
import { jsonLine } from './json.ts'
import { writeNote, writeOut } from './output.ts'

/** Trusts a store that is found upward, trusts it no longer, or lists those that are trusted. */
export async function runTrust(host: Host, globals: Globals, input: Raw): Promise<number> {
  const {
    path,
    list = false,
    remove = false,
  } = input as { readonly path?: string; readonly list?: boolean; readonly remove?: boolean }
  if (list && (remove || path !== undefined))
    throw new MailError(
      'usage',
      '--list cannot be combined with a path or --remove.',
      'Run `watchpost trust --list`.',
    )
  if (list) return listTrusted(host, globals)
  const chosen = { ...chosenIn(globals), store: path ?? globals.store }
  const done = await host.trust({ ...chosen, isPath: path !== undefined, remove })
  if (globals.json) writeOut(jsonLine(done))
  else writeOut(`${sanitizeLine(sentenceOf(done.store, done))}\n`)
  return 0
}

function sentenceOf(store: string, { trusted, changed }: { trusted: boolean; changed: boolean }): string {
  if (trusted) return changed ? `You now trust the store ${store}.` : `You already trust the store ${store}.`
  return changed ? `You no longer trust the store ${store}.` : `You do not trust the store ${store}.`
}

async function listTrusted(host: Host, { json, quiet }: Globals): Promise<number> {
  const stores = await host.trustedStores()
  if (json) writeOut(jsonLine({ stores }))
  else
    writeOut(
      stores
        .map(({ store, found }) => `${sanitizeLine(store)}${found ? '' : '  (no longer exists)'}\n`)
        .join(''),
    )
  if (stores.length === 0 && !json && !quiet) writeNote('You have not trusted any store yet.\n')
  return 0
}
