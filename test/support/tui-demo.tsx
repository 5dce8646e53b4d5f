import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startScreen } from '../../components/start.tsx'
import { seedDemoWorld } from '../../src/dev/demo-world.ts'
import { themeFor } from '../../src/faces/tui/theme.ts'
import { openMailbox } from '../../src/mailbox.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'

/** The program on the demo world, from the sources: `lea` at a store that is told, or a new one. */
const given = process.argv[2]
const location = given ?? join(mkdtempSync(join(tmpdir(), 'watchpost-tui-')), 'store')
const store = await openSqliteStore(location, {
  create: given === undefined,
  durability: 'normal',
  swarm: 'swarm_dev',
})
if (given === undefined) await seedDemoWorld(store, Date.now())
const actor = await store.roster.find('lea')
if (actor === null) throw new Error('The demo world has no lea')
const mailbox = openMailbox({
  store,
  actor,
  how: 'flag',
  principal: null,
  session: null,
  swarm: 'swarm_dev',
  origin: null,
  command: 'tui',
  now: Date.now,
})
process.exitCode = await startScreen({
  mailbox,
  stdin: process.stdin,
  stdout: process.stdout as typeof process.stdout & { readonly fd: number },
  theme: themeFor({ NO_COLOR: process.env['NO_COLOR'], TERM: process.env['TERM'] }),
  swarm: 'swarm_dev',
  inTmux: false,
  editor: null,
  now: Date.now,
})
await store.close()
