import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { act, send } from '../store/fixture.ts'

/**
 * Another process, with a clock of its own: `order-sender.ts FOLDER CLOCK STEP COUNT` sends so many messages, each of which
 * its reader acknowledges; before each the clock moves by STEP, which may be backwards. Begins once it reads a line.
 */
const [location = '', clock = '0', step = '0', count = '0'] = process.argv.slice(2)
const store = await openSqliteStore(location, { create: false, durability: 'normal' })
process.stdout.write('ready\n')
await new Promise((resolve) => process.stdin.once('data', resolve))
for (let at = 0; at < Number(count); at += 1) {
  const sentAt = Number(clock) + at * Number(step)
  const id = await send(store, { task: 'T-1', sentAt })
  await act(store, 'reader', 'ack', id, {}, sentAt)
}
await store.close()
process.exit(0)
