import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { goTo } from '../support/terminal-roster.ts'
import { copiedWorld, leaveAll, openOutside, sitDown, start, watchpost } from '../support/terminal-world.ts'

const folder = mkdtempSync(join(tmpdir(), 'watchpost-finding-'))
afterAll(async () => {
  await leaveAll()
  rmSync(folder, { recursive: true, force: true })
})

describe.concurrent('the palette', () => {
  it('runs an operation that has no key, and tells what it answers', async () => {
    const seat = await sitDown({ columns: 120 })
    await seat.press(':')
    await seat.sees(/do +send/u)
    await seat.type('agents show crit')
    await seat.sees('▸ swarm_dev/critic')
    await seat.press('Tab', 'Enter')
    await seat.sees(/Address: +swarm_dev\/critic/u)
    await seat.press('q')
    await seat.press('C-p')
    await seat.type('queue create nightly')
    await seat.press('Enter')
    await seat.sees('queue create: nightly')
    await seat.press('C-p')
    await seat.type('queue create nightly')
    await seat.press('Enter')
    await seat.sees('The queue nightly already exists')
    const { queues } = await (await (await seat.outside()).as('lea')).listQueues({})
    expect(queues.map(({ name }) => name)).toContain('nightly')
  })
})

describe.concurrent('finding', () => {
  it('filters what is listed, and shows all again', async () => {
    const seat = await sitDown({ columns: 120 })
    await seat.press('f')
    await seat.type('from:architect schema')
    await seat.until('only what goes with it', (lines) => {
      const rows = lines.slice(1).filter((line) => /● |○ /u.test(line.slice(28)))
      return rows.length > 0 && rows.every((line) => line.slice(28).includes('architect'))
    })
    await seat.press('Enter')
    await seat.sees('Inbox ⊃ from:architect schema')
    await seat.press('Esc')
    await seat.sees('Tests red on main')
    await seat.misses('⊃')
  })

  it('finds while a word is still typed, and helps with the rest of it', async () => {
    const seat = await sitDown({ columns: 120 })
    await seat.press('/')
    await seat.type('retent')
    await seat.sees('Search retent*')
    await seat.sees('Which seed speaks of retention?')
    await seat.press('C-u')
    await seat.type('merge')
    await seat.sees(/Re: Tests red on m\S* · …?.*wait with the merge\./u)
    await seat.press('C-u')
    await seat.type('is:unre')
    await seat.sees('Tab is:unread')
    await seat.press('Tab')
    await seat.sees('Search is:unread')
    await seat.type('kind:foo ')
    await seat.sees('kind: does not accept foo')
    await seat.sees('Search is:unread')
    await seat.press('C-w', 'Enter')
    await seat.sees(/1–\d+ of/u)
    await seat.press('Esc', '/', 'Up')
    await seat.sees('/is:unread')
  })

  it('remembers searches and filters of earlier runs', async () => {
    const env = { XDG_STATE_HOME: mkdtempSync(join(folder, 'state-')) }
    const first = await sitDown({ columns: 120, env })
    await first.press('/')
    await first.type('retention ')
    await first.sees('Search retention')
    await first.press('Enter', 'Esc', 'f')
    await first.type('from:coo')
    await first.press('Enter')
    await first.sees('⊃ from:coo')
    await first.press('Esc', 'C-c')
    expect((await first.exited()).code).toBe(0)
    const file = join(env.XDG_STATE_HOME, 'watchpost', 'searches.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    // What was searched for in one store says nothing in another.
    const elsewhere = await sitDown({ columns: 120, env })
    await elsewhere.press('n')
    await elsewhere.sees('Search first with /')
    const next = await sitDown({ columns: 120, env, store: first.store })
    await next.press('/', 'Up')
    await next.sees('/from:coo')
    await next.press('Up')
    await next.sees('Search retention')
    await next.press('Esc', 'f', 'Up', 'Enter')
    await next.sees('⊃ from:coo')
    await next.press('C-c')
    await next.exited()
    writeFileSync(file, '{"queries": [')
    const last = await sitDown({ columns: 120, env })
    await last.press('/', 'Up')
    await last.type('after:yesterday ')
    await last.sees(/Search after:yesterday/u)
    await last.sees('Tests red on main')
  })

  it('keeps a search as a view in the roster', async () => {
    const seat = await sitDown({ columns: 120 })
    await seat.press('/')
    await seat.type('retention')
    await seat.sees('Search retention')
    await seat.press('Enter', 'K')
    await seat.sees('Name for the view of retention* (words that begin so):')
    await seat.type('keeping')
    await seat.press('Enter')
    await seat.sees(/searches/u)
    await goTo(seat, 'keeping')
    await seat.sees('keeping retention*')
    const { views } = await (await (await seat.outside()).as('lea')).listViews({})
    expect(views).toMatchObject([{ name: 'keeping', query: 'retention*' }])
    await seat.sees(/▸ keeping +\d │/u)
    await seat.press('{')
    await seat.sees(/▸ (?:Snoozed|Drafts|Dead letters)/u)
    await (await (await seat.outside()).as('bob')).send({ to: ['lea'], body: 'More retention.' })
    await seat.sees(/keeping +[2-9]/u)
  })

  it.each([
    [200, 50],
    [120, 30],
    [80, 24],
    [50, 20],
  ])('shows views as tabs that fit into %i×%i', async (columns, rows) => {
    const store = await copiedWorld()
    const outside = await openOutside(store)
    const lea = await outside.as('lea')
    for (const name of ['waiting', 'releases', 'parsers']) await lea.saveView({ name, query: ['is:unread'] })
    await outside.close()
    const seat = await sitDown({ columns, rows, store })
    // Beside the roster they would say the same again.
    if (columns >= 90) await seat.press('Z')
    await seat.sees(/ ▸Inbox 11! /u)
    await seat.press('}')
    await seat.sees(/▸(?!Inbox)\S+/u)
    for (let step = 0; step < 8; step += 1) await seat.press('}')
    await seat.sees(/▸waiting 11 /u)
    await seat.sees('This is the last view.')
  })
})

describe.concurrent('a message', () => {
  it('goes to the clipboard, to a program, and its attachment to a pager', async () => {
    const pager = join(folder, 'pager')
    writeFileSync(pager, '#!/bin/sh\necho "paged $1"; sleep 1\n', { mode: 0o755 })
    writeFileSync(join(folder, 'plan.md'), 'the plan')
    const seat = await sitDown({ columns: 160, cwd: folder, env: { PAGER: pager, TMUX: undefined } })
    const lea = await (await seat.outside()).as('lea')
    await (await (await seat.outside()).as('bob')).send({
      to: ['lea'],
      subject: 'A plan',
      body: 'three\nshort\nlines',
      attach: ['plan.md'],
      priority: 'urgent',
    })
    await seat.sees('A plan')
    const { messages } = await lea.inbox({ from: ['bob'] })
    const plan = messages.find(({ subject }) => subject === 'A plan')
    await seat.press('/')
    await seat.type('"A plan"')
    await seat.sees(/▸.*A plan/u)
    await seat.press('Enter', 'Enter')
    await seat.sees('receipts lea')
    await seat.press('y')
    await seat.sees(`copied ${plan?.id}`)
    expect(seat.bytes().toString()).toContain(
      `\x1b]52;c;${Buffer.from(plan?.id ?? '').toString('base64')}\x07`,
    )
    await seat.press('|')
    await seat.type('wc -l; echo "\\033]0;evil"')
    await seat.press('Enter')
    await seat.sees(/wc -l; echo/u)
    await seat.sees(/│ 2 +│/u)
    await seat.press('q', 'o')
    await seat.sees(`paged ${join(folder, 'plan.md')}`)
    await seat.sees('A plan')
  })
})

describe.concurrent('the whole of a message', () => {
  it('is opened outside by C-g, however long, and nothing of it hides in the raw view', async () => {
    const editor = join(folder, 'count')
    writeFileSync(editor, '#!/bin/sh\nhead -n 1 "$1"; wc -l < "$1"; sleep 1; echo spoilt > "$1"\n', {
      mode: 0o755,
    })
    const seat = await sitDown({ columns: 120, env: { EDITOR: editor } })
    const body = `first \u001b[31mred\n${'one more line\n'.repeat(40_000)}`
    await (await (await seat.outside()).as('bob')).send({
      to: ['lea'],
      subject: 'Long',
      body,
      priority: 'urgent',
    })
    await seat.sees('Long')
    await seat.press('/')
    await seat.type('Long from:bob')
    await seat.sees(/▸.*Long/u)
    await seat.press('Enter', 'Enter')
    await seat.sees('first red')
    await seat.press('G')
    await seat.sees('more characters, not shown: C-g opens all')
    await seat.press('C-g')
    await seat.sees('40001')
    await seat.sees('more characters, not shown')
    await seat.press('v')
    await seat.sees('as it is stored')
    await seat.sees('first ␛[31mred')
  })
})

describe.concurrent('keys of one’s own', () => {
  it('work, and are told in the help; what cannot be is refused with its line', async () => {
    const store = await copiedWorld()
    writeFileSync(join(store, 'config.yaml'), 'keys:\n  mail:\n    archive: D\n')
    const seat = await sitDown({ store, columns: 120 })
    await seat.press('D')
    await seat.sees('Archived 1 message')
    await seat.press('?')
    await seat.sees(/D +archive, or restore/u)
    writeFileSync(join(store, 'config.yaml'), 'keys:\n  mail:\n    archive: D\n    ack: D\n')
    const refused = start(watchpost(store, 'lea'))
    expect((await refused.exited()).code).toBe(2)
    expect(refused.screen().join('')).toMatch(/config\.yaml:3 and .*config\.yaml:4: D would mean/u)
    expect(refused.isAlternate()).toBe(false)
  })
})

describe.concurrent('what was found', () => {
  it('stands out, and n and N go through it', async () => {
    const seat = await sitDown({ columns: 120 })
    await seat.press('/')
    await seat.type('tests')
    await seat.sees('Search tests')
    await seat.sees('Tests red on main')
    await seat.press('Enter')
    const marked = (): number =>
      seat
        .cells()
        .flatMap((row) =>
          row.filter(({ underline, foreground }) => underline && foreground.kind === 'palette'),
        ).length
    await seat.until('what stands out', () => marked() > 0)
    const rowNow = (): string => seat.screen().find((line) => line.slice(28).includes('│▸')) ?? ''
    await seat.until('a row', () => rowNow() !== '')
    const first = rowNow()
    await seat.press('n')
    await seat.until('another row', () => rowNow() !== first && rowNow() !== '')
    await seat.press('N')
    await seat.until('the first again', () => rowNow() === first)
  })
})
