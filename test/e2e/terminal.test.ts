import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { expectRestored } from '../support/terminal-restored.ts'
import { copiedWorld, leaveAll, seatAt, sitDown, start, watchpost } from '../support/terminal-world.ts'

afterAll(leaveAll)

describe.concurrent('the terminal is as before', () => {
  it.each(['q', 'C-c'])('after %s', async (key) => {
    const seat = await sitDown()
    await seat.press(key)
    expect(await seat.exited()).toMatchObject({ code: 0 })
    expectRestored(seat)
  })

  it('and nothing of what one did is lost, when its window is closed over a half-written answer', async () => {
    const seat = await sitDown({ columns: 120, rows: 30 })
    const outside = await (await seat.outside()).as('lea')
    await seat.press('Enter', 'r')
    await seat.type('half a sen')
    await seat.sees('half a sen')
    expect((await outside.presence({})).presence).toHaveLength(1)
    seat.signal('SIGHUP')
    expect(await seat.exited()).toMatchObject({ code: 129 })
    expect((await outside.presence({})).presence).toEqual([])
    expect((await outside.listDrafts({})).drafts).toMatchObject([
      { operation: 'reply', fields: { body: 'half a sen' } },
    ])
    // What was on the screen for less than a blink is offered again, at once; what was longer there is read.
    const { messages } = await outside.inbox({ all: true })
    const opened = messages.find(({ subject }) => subject.includes('Priority change'))
    const next = await outside.next({})
    if (opened?.status === 'unread') expect(next.value.message).toMatchObject({ id: opened.id })
    else expect(opened).toMatchObject({ status: 'read' })
    await next.release()
  })

  it('after an error that nobody caught, which is told', async () => {
    const bomb = join(mkdtempSync(join(tmpdir(), 'watchpost-bomb-')), 'bomb.cjs')
    writeFileSync(bomb, "process.on('SIGUSR2', () => { throw new Error('a fault of ours') })")
    const seat = await sitDown({ env: { NODE_OPTIONS: `--require ${bomb}` } })
    await seat.press('/')
    await seat.sees('keep the results')
    seat.signal('SIGUSR2')
    expect(await seat.exited()).toMatchObject({ code: 70 })
    expectRestored(seat)
    expect(seat.screen().join('\n')).toContain('a fault of ours')
  })

  it('while suspended, and the screen comes back with what was typed', async () => {
    const store = await copiedWorld()
    const shell = start(['bash', '--norc', '--noprofile', '-i'], { env: { PS1: 'shell$ ' } })
    await shell.sees('shell$')
    await shell.type(`${watchpost(store, 'lea').join(' ')}\r`)
    const seat = seatAt(shell, store)
    await seat.sees(' live ')
    await seat.press('j', 'r')
    await seat.type('half a sen')
    await seat.sees('half a sen')
    await seat.press('C-z')
    await seat.sees(/Stopped/u)
    // The shell has brackets of its own around what is pasted.
    expectRestored(seat, ['1049', '1004'])
    await seat.type('echo alive$((1+1))\r')
    await seat.sees('alive2')
    await seat.type('fg\r')
    await seat.sees('half a sen')
    expect(seat.isAlternate()).toBe(true)
    await seat.type('tence')
    await seat.sees('half a sentence')
  })
})

describe.concurrent('a change of size', () => {
  it.each([
    { where: 'the panes', keys: [], shows: '─ Inbox ─' },
    { where: 'the help', keys: ['?'], shows: '─ Keys ─' },
    { where: 'a search', keys: ['/', 'b', 'e', 'l', 'l'], shows: '/bell' },
    { where: 'a reply', keys: ['j', 'r', 'Y', 'e', 's'], shows: /Reply to .*Yes/u },
    { where: 'a form', keys: ['m', 'b', 'o', 'b', 'x'], shows: /To +bobx/u },
    { where: 'a preview', keys: ['m', 'C-p'], shows: '─ preview ─' },
    { where: 'a question', keys: ['s'], shows: 'Snooze 1 message until' },
  ])('keeps $where', async ({ keys, shows }) => {
    const seat = await sitDown({ columns: 120, rows: 30 })
    await seat.press(...keys)
    await seat.sees(shows)
    for (const [columns, rows] of [
      [80, 24],
      [50, 12],
      [39, 9],
      [200, 50],
    ] as const) {
      seat.resize(columns, rows)
      await seat.sees(columns < 40 ? /watchpost needs/u : shows)
      if (columns >= 40)
        await seat.until('the whole width', (lines) => lines.some((line) => line.length === columns))
    }
    expect(seat.screen()).toHaveLength(50)
  })
})
