import { cpSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { programFile, quietEnvironment } from '../support/batch.ts'
import { type Desk, openDesk } from '../support/cli.ts'
import { removeAll } from '../support/remove-all.ts'
import { openProgram, type Program } from '../support/terminal.ts'

const opened: { readonly desk: Desk; readonly screen: Program }[] = []
afterEach(() => {
  for (const { desk, screen } of opened.splice(0)) {
    screen.kill()
    desk.close()
  }
})

async function open(columns: number) {
  const desk = openDesk(['ana', 'ben'])
  desk.batch([
    { command: 'send', input: { to: ['ana'], subject: 'a question', body: 'The body.' }, as: 'ben' },
  ])
  const words = ['--store', desk.store, '--as', 'ana', '--open', 'inbox']
  const env = { ...quietEnvironment(), HOME: desk.folder, WATCHPOST_IDENTITY: 'person' }
  const screen = openProgram([process.execPath, programFile, ...words], { columns, cwd: desk.folder, env })
  opened.push({ desk, screen })
  await screen.sees('a question')
  const copy = join(desk.folder, 'copy')
  cpSync(desk.store, copy, { recursive: true })
  return { screen, remove: () => removeAll(desk.store), bringBack: () => renameSync(copy, desk.store) }
}

const gone = 'The store was removed. Nothing is saved.'

it.each([50, 80])(
  'in %i columns the footer says that nothing is saved, whatever was asked for',
  async (columns) => {
    const { screen, remove, bringBack } = await open(columns)
    remove()
    await screen.sees(gone)
    // Each of them asks the store for something that it cannot answer.
    for (const key of ['2', 'Enter', 'Esc', 'M', 'Esc', '/']) await screen.press(key)
    await screen.press('Esc')
    await screen.quiet()
    await screen.sees(gone)
    expect(screen.screen().join('\n')).not.toMatch(/Run `|The store at/u)
    bringBack()
    await screen.misses(gone)
  },
)

it.each([50, 80])(
  'in %i columns a reply without a store is not said to be among the drafts',
  async (columns) => {
    const { screen, remove, bringBack } = await open(columns)
    await screen.press('2', 'r')
    await screen.sees('Enter send')
    await screen.type('Kept here.')
    remove()
    await screen.sees(gone)
    await screen.press('Enter')
    await screen.quiet()
    await screen.sees(gone)
    await screen.sees('Kept here.')
    expect(screen.screen().join('\n')).not.toContain('Drafts')
    bringBack()
    await screen.misses(gone)
    await screen.press('Enter')
    await screen.sees('Sent to ben')
  },
)
