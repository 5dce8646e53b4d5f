import { afterEach, describe, expect, it } from 'vitest'
import { leaveAll, sitDown } from '../support/terminal-world.ts'

afterEach(leaveAll)

describe('panes', () => {
  it('shows roster, inbox and thread, the most pressing first', async () => {
    const terminal = await sitDown()
    await terminal.sees(/▸!! ● coo +Priority change/u)
    await terminal.sees('preview')
    await terminal.sees('Pause non-critical work')
    expect(terminal.isAlternate()).toBe(true)
  })

  it.each(['z', 'Z'])('zooms by %s, and back', async (key) => {
    const terminal = await sitDown()
    await terminal.press(key)
    await terminal.misses('─ Roster ─')
    await terminal.press(key, '1')
    await terminal.sees('─ Roster ─')
    await terminal.press(key)
    await terminal.misses('─ Inbox ─')
  })

  it('shows what happened to a message, and hides it again', async () => {
    const terminal = await sitDown({ columns: 80, rows: 14 })
    await terminal.press('Enter')
    await terminal.sees('Pause non-critical')
    await terminal.press('i')
    await terminal.sees('history of')
    await terminal.sees('sent by coo')
    await terminal.press('i')
    await terminal.misses('history of')
  })

  it('opens a message, which is read once it was seen, and folds it again', async () => {
    const terminal = await sitDown()
    await terminal.press('Enter')
    await terminal.sees('10 unread')
    await terminal.sees('shown')
    await terminal.press('z', 'a')
    await terminal.misses('Pause non-critical work')
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
    await terminal.sees('kind: does not accept nonsense')
  })
})

describe('the terminal', () => {
  it('is told all keys by the help', async () => {
    const terminal = await sitDown({ columns: 120, rows: 30 })
    await terminal.press('?')
    await terminal.sees('archive the whole thread')
    await terminal.press('q')
    await terminal.misses('archive the whole thread')
  })
})
