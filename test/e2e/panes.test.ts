import { afterEach, describe, expect, it } from 'vitest'
import { openProgram, type Program } from '../support/terminal.ts'

const command = [process.execPath, '--import', 'tsx', 'test/support/tui-demo.tsx']
const slow = 30_000
const open: Program[] = []

/** lea sits down before the demo world. */
async function sitDown(columns = 160, rows = 40): Promise<Program> {
  const program = openProgram(command, {
    columns,
    rows,
    env: { NODE_ENV: 'production', NO_COLOR: undefined },
  })
  open.push(program)
  await program.sees('11 unread', slow)
  await program.sees('✓ live')
  return program
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((program) => program.kill()))
})

describe('panes', () => {
  it('shows roster, inbox and thread, the most pressing first', async () => {
    const terminal = await sitDown()
    await terminal.sees(/▸!! ● coo +Priority change/u)
    await terminal.sees('preview')
    await terminal.sees('Pause non-critical work')
    expect(terminal.isAlternate()).toBe(true)
  })

  it('opens a message, which is read once it was seen, and folds it again', async () => {
    const terminal = await sitDown()
    await terminal.press('Enter')
    await terminal.sees('10 unread')
    await terminal.sees('shown')
    await terminal.press('z', 'a')
    await terminal.misses('Pause non-critical work')
  })

  it('consumes nothing by looking, be it a preview or a mailbox of others', async () => {
    const terminal = await sitDown()
    await terminal.press('j', 'j', 'j')
    await terminal.sees('Implement mailbox store')
    await terminal.press('1', 'G', 'k', 'k', 'k')
    await terminal.sees("'s mailbox: looking changes nothing")
    await terminal.press('Enter', 'Enter')
    await terminal.sees(/Thread · \d+ message/u)
    await new Promise((settle) => setTimeout(settle, 500))
    expect(terminal.screen().join('\n')).toContain('11 unread')
  })
})

describe('deeds', () => {
  it('acknowledges, archives and undoes', async () => {
    const terminal = await sitDown()
    await terminal.press('a')
    await terminal.sees('1 acknowledged')
    await terminal.sees('10 unread')
    await terminal.press('e')
    await terminal.sees('1 archived')
    await terminal.misses('▸!! ○ coo')
    await terminal.press('u')
    await terminal.sees('undid: archiving 1 message')
    await terminal.sees(/○ coo +Priority change/u)
  })

  it('acts on a selection as one deed', async () => {
    const terminal = await sitDown()
    await terminal.press('Space', 'Space', 'Space')
    await terminal.sees('3 selected')
    await terminal.press('e')
    await terminal.sees('3 archived')
    await terminal.press('u')
    await terminal.sees('undid: archiving 3 messages')
    await terminal.sees('11 unread')
  })

  it('snoozes until a time', async () => {
    const terminal = await sitDown()
    await terminal.press('s')
    await terminal.sees('Snooze 1 message until')
    await terminal.press('Enter')
    await terminal.sees('1 snoozed')
    await terminal.press('1', 'j', 'j', 'j', 'j')
    await terminal.sees(/─ Snoozed ─/u)
    await terminal.sees('⏱')
  })
})

describe('search', () => {
  it('finds while one types, keeps what was found, and comes back', async () => {
    const terminal = await sitDown()
    await terminal.press('/')
    await terminal.type('schema')
    await terminal.sees('Search schema')
    await terminal.misses('Tests red on main')
    await terminal.press('Enter', 'Esc')
    await terminal.sees(/▸!! ● coo +Priority change/u)
  })

  it('says what is wrong with the words', async () => {
    const terminal = await sitDown()
    await terminal.press('/')
    await terminal.type('kind:nonsense')
    await terminal.sees('kind: has no value nonsense')
  })
})

describe('writing', () => {
  it('answers in the thread, and takes it back within the grace', async () => {
    const terminal = await sitDown()
    await terminal.press('j', 'r')
    await terminal.sees('Reply to')
    await terminal.type('Looking at it now.')
    await terminal.press('Enter')
    await terminal.sees(/sending in \d s: u takes it back/u)
    await terminal.press('u')
    await terminal.sees('Looking at it now.')
    await terminal.press('C-s')
    await terminal.sees(/sent to/u, 12_000)
  })

  it('keeps a form with a recipient that nobody knows', async () => {
    const terminal = await sitDown()
    await terminal.press('m')
    await terminal.sees('New message')
    await terminal.type('nobodyknows')
    await terminal.press('Tab', 'Tab')
    await terminal.type('Hello')
    await terminal.press('C-s')
    await terminal.sees('Nobody is called nobodyknows')
    await terminal.sees('New message')
  })
})

describe('the terminal', () => {
  it('is told all keys by the help', async () => {
    const terminal = await sitDown(120, 30)
    await terminal.press('?')
    await terminal.sees('archive the whole thread')
    await terminal.press('q')
    await terminal.misses('archive the whole thread')
  })

  it('may change its size at any time', async () => {
    const terminal = await sitDown()
    terminal.resize(80, 24)
    await terminal.misses('─ Roster ─')
    await terminal.sees(/▸!! ● coo/u)
    terminal.resize(39, 9)
    await terminal.sees('watchpost needs')
    terminal.resize(140, 30)
    await terminal.sees('─ Roster ─')
  })

  it('is left as it was', async () => {
    const terminal = await sitDown()
    await terminal.press('q')
    expect(await terminal.exited()).toMatchObject({ code: 0 })
    expect(terminal.isAlternate()).toBe(false)
  })
})
