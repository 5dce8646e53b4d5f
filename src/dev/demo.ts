import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { snapshot } from '../faces/tui/start.ts'
import { openMailbox } from '../mailbox.ts'
import { seedDemoWorld } from './demo-world.ts'
import { seat } from './mailbox-context.ts'

/**
 * `npm start`: the program on a seeded demo world in a temporary store, gone afterwards. Off a terminal it
 * prints one picture of the same as text.
 */
async function startDemo(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-demo-'))
  try {
    const location = join(folder, 'store')
    const store = await openSqliteStore(location, {
      create: true,
      durability: 'normal',
      swarm: 'swarm_dev',
    })
    const now = Date.now()
    await seedDemoWorld(store, now)
    if (!process.stdout.isTTY || !process.stdin.isTTY) return await printSnapshot(store)
    await store.close()
    const program = join(dirname(process.argv[1] ?? '.'), 'watchpost.js')
    return (
      spawnSync(process.execPath, [program, '--store', location, '--as', 'lea'], { stdio: 'inherit' })
        .status ?? 1
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function printSnapshot(store: Awaited<ReturnType<typeof openSqliteStore>>): Promise<number> {
  const mailbox = openMailbox(await seat(store, 'lea', { swarm: 'swarm_dev' }))
  process.stdout.write(`${await snapshot(mailbox, 120, 30)}\n`)
  return 0
}

process.exitCode = await startDemo()
