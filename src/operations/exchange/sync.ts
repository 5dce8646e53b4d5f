import { flag } from '../../input/input.ts'
import { openSyncing } from '../../services/exchange/syncing.ts'
import { formatField, loadFormat, openToSync, pathField, pathOf } from '../../services/exchange/value.ts'
import type { ExchangeValue } from '../../values/exchange-schema.ts'
import { streaming } from '../operation.ts'

/** If file system events are missing, the folder is checked this often. */
const look = 300

export const sync = streaming({
  summary: "Keep another system's folder and the store in step, both ways, until interrupted",
  access: 'write',
  needs: 'inside',
  keepsUp: 'mail',
  input: {
    path: pathField('Its folder'),
    format: formatField,
    once: flag('Synchronize once and exit'),
  },
  examples: [
    ['watchpost sync .cccc/mailbox --format cccc', 'carries mail between peers as their orchestrator would'],
  ],
  value: 'exchanged',
  async *run(context, { path: written, format: name, once = false }, signal): AsyncIterable<ExchangeValue> {
    const path = pathOf(context, written, name)
    const { folder, format } = await openToSync(context, path, await loadFormat(name))
    const syncing = openSyncing(context, format, folder, once)
    // One that is waited for stays so until it comes: what changes during a round is not missed.
    let inStore = once ? undefined : context.store.live.changed(signal)
    // Where the round itself fails, nobody waits for it any more.
    inStore?.catch(() => undefined)
    yield await syncing.round()
    while (!once && !signal.aborted) {
      const waiting = new AbortController()
      const stored = await Promise.race([
        inStore?.then(() => true),
        folder.changed(waiting.signal, look).then(() => false),
      ])
      waiting.abort()
      if (stored === true) inStore = context.store.live.changed(signal)
      if (signal.aborted) break
      const value = await syncing.round()
      if (value.written > 0 || value.skipped.length > 0) yield value
    }
    await syncing.end()
  },
})
