import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type MailRoom, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
let folder: string
beforeEach(async () => {
  room = await openMailRoom('dev')
  folder = mkdtempSync(join(tmpdir(), 'watchpost-plain-'))
})
afterEach(async () => {
  await room.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The names and texts of all files. */
function everything(): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const texts = names.map((name) => join(folder, name)).filter((path) => statSync(path).isFile())
  return [...names, ...texts.map((path) => readFileSync(path, 'utf8'))].join('\n')
}

test.each(['haak', 'adr003', 'cccc', 'gastown', 'mail'] as const)(
  'no name that goes out to %s has our prefix',
  async (format) => {
    const critic = await room.join('critic')
    const scout = await room.join('scout', { reportsTo: 'critic' })
    await scout.send({ to: ['agent:critic'], cc: ['agent:lea'], subject: 'Named', body: 'One', hold: true })
    await scout.escalate({ subject: 'Which key?', reason: 'There are two', option: ['A', 'B'] })
    await scout.send({ to: ['best:'], subject: 'Chosen', body: 'Two' })
    await critic.exportMail({ format, path: folder })
    expect(everything()).toContain('critic')
    expect(everything()).not.toContain('agent:critic')
    expect(everything()).not.toContain('agent:lea')
  },
)
