import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { goTo } from '../support/terminal-roster.ts'
import { copiedWorld, leaveAll, type Seat, sitDown, start, watchpost } from '../support/terminal-world.ts'

const folder = mkdtempSync(join(tmpdir(), 'watchpost-looks-'))
afterAll(async () => {
  await leaveAll()
  rmSync(folder, { recursive: true, force: true })
})

/** How many of the screen's cells have each kind of colour. */
function coloursOf(seat: Seat): ReadonlySet<string> {
  const cells = seat.cells().flat()
  return new Set(cells.flatMap(({ foreground, background }) => [foreground.kind, background.kind]))
}

const indexes = (seat: Pick<Seat, 'cells'>): readonly number[] =>
  seat
    .cells()
    .flatMap((row) =>
      row.flatMap(({ foreground }) => (foreground.kind === 'palette' ? [foreground.index] : [])),
    )

describe.concurrent('the screen', () => {
  it.each([
    ['light', 'ffff/ffff/ffff', 124],
    ['dark', '1e1e/1e1e/2e2e', 210],
  ])('follows a %s background', async (_, colour, urgent) => {
    const seat = start(watchpost(await copiedWorld(), 'lea'), { columns: 120, rows: 30 })
    await seat.until('its question', () => seat.bytes().includes('\x1b]11;?\x07'))
    await seat.send(`\x1b]11;rgb:${colour}\x1b\\`)
    await seat.sees('11 unread')
    await seat.until('its colours', () => indexes(seat).includes(urgent))
  })

  it('switches its theme by the palette', async () => {
    const seat = await sitDown()
    await seat.sees('11 unread')
    await seat.send(':')
    await seat.sees('Go to, or run')
    await seat.send('theme light')
    await seat.sees('theme light')
    await seat.send('\r')
    await seat.until('the light theme', () => indexes(seat).includes(124))
  })

  it('wears the sixteen colours of the terminal where its background is unknown', async () => {
    const seat = await sitDown()
    await seat.sees('11 unread')
    expect(Math.max(...indexes(seat))).toBeLessThan(16)
  })

  it('wears the theme that is asked for', async () => {
    const seat = await sitDown({ flags: ['--theme', 'light'] })
    await seat.sees('11 unread')
    expect(indexes(seat)).toContain(124)
  })

  it("wears a theme of one's own, and leaves it and comes back by the palette", async () => {
    const home = mkdtempSync(join(folder, 'config-'))
    mkdirSync(join(home, 'watchpost'))
    const themes = 'theme: night\nthemes:\n  night:\n    base: dark\n    urgent: "#ff5555"\n'
    writeFileSync(join(home, 'watchpost', 'config.yaml'), themes)
    const env = { XDG_CONFIG_HOME: home, TERM: 'xterm-256color', COLORTERM: 'truecolor' }
    const seat = await sitDown({ env })
    await seat.sees('11 unread')
    await seat.until('its own colour', () => coloursOf(seat).has('direct'))
    const choose = async (name: string) => {
      await seat.press(':')
      await seat.sees('Go to, or run')
      await seat.type(`theme ${name}`)
      await seat.sees(`theme ${name}`)
      await seat.press('Enter')
      await seat.misses('Go to, or run')
    }
    await choose('light')
    await seat.until('the light theme', () => indexes(seat).includes(124) && !coloursOf(seat).has('direct'))
    await choose('night')
    await seat.until('its own colour again', () => coloursOf(seat).has('direct'))
  })

  it('wears no colour where NO_COLOR says so, and is still told apart', async () => {
    const seat = await sitDown({ env: { NO_COLOR: '1' } })
    await seat.sees('11 unread')
    expect([...coloursOf(seat)]).toEqual(['default'])
    expect(seat.cells().some((row) => row.some(({ inverse }) => inverse))).toBe(true)
  })

  it('keeps its borders straight around any script', async () => {
    const store = await copiedWorld()
    const seat = await sitDown({ store, columns: 120, rows: 30 })
    const subject = 'שלום עולם · 日本語の件名 · e\u0301n\u0303 · 👩\u200d🚀 · مرحبا'
    await (await (await seat.outside()).as('coo')).send({
      to: ['lea'],
      subject,
      body: subject,
      priority: 'urgent',
    })
    await seat.sees('日本語の件名')
    await seat.press('/')
    await seat.type('from:coo')
    await seat.sees('Search from:coo')
    await seat.press('Enter', 'Enter')
    await seat.sees(/lea: .*shown/u)
    const rows = seat.cells().slice(2, -2)
    for (const edge of [0, 119]) expect(new Set(rows.map((row) => row[edge]?.text))).toEqual(new Set(['│']))
  })

  it('works at 40 columns and 10 rows', async () => {
    const seat = await sitDown({ columns: 40, rows: 10 })
    await seat.press('j')
    await seat.sees(/▸!! ● critic/u)
    await seat.press('Enter')
    await seat.sees('Code review')
    await seat.press('r')
    await seat.type('Yes')
    await seat.sees('Yes')
  })

  it('has the sizes that it was left with', async () => {
    const store = await copiedWorld()
    const sit = () => sitDown({ store, columns: 120, env: { XDG_STATE_HOME: folder } })
    const edge = (lines: readonly string[]): number => lines[1]?.indexOf('╮') ?? -1
    const seat = await sit()
    const usual = edge(seat.screen())
    await seat.press('1', '>')
    await seat.until('a wider roster', (lines) => edge(lines) > usual)
    const wider = edge(seat.screen())
    await seat.press('>')
    await seat.until('one that is wider still', (lines) => edge(lines) > wider)
    const left = edge(seat.screen())
    await seat.press('C-c')
    await seat.exited()
    const again = await sit()
    expect(edge(again.screen())).toBe(left)
    await again.press('1', '=')
    await again.until('the usual roster', (lines) => edge(lines) === usual)
  })
})

describe.concurrent('the keys', () => {
  it.each([
    ['vim', ['d', 'd'], 'Archived 1 message', /d d|dd/u],
    ['emacs', ['C-k'], 'Archived 1 message', /C-k/u],
  ])('of the profile %s work and are told by the help', async (profile, keys, told, named) => {
    const store = await copiedWorld()
    writeFileSync(join(store, 'config.yaml'), `keys:\n  profile: ${profile}\n`)
    const seat = await sitDown({ store, columns: 120 })
    await seat.press(...keys)
    await seat.sees(told)
    await seat.press('u')
    await seat.press('?')
    await seat.sees(named)
  })
})

describe.concurrent('the help', () => {
  it('finds what is typed, and has a legend', async () => {
    const seat = await sitDown({ columns: 120, rows: 30 })
    await seat.press('?')
    await seat.sees(/─ Keys ─+╮.*\n.*Inbox/u)
    await seat.press('/')
    await seat.type('legend')
    await seat.sees(/● +unread/u)
    await seat.sees(/◌ +has work or owes an answer, and is not heard from/u)
    await seat.press('C-u')
    await seat.type('whole thread')
    await seat.sees('archive the whole thread')
    await seat.misses(/● +unread/u)
    await seat.press('Enter')
    await seat.sees('Keys ⊃ whole thread')
    await seat.press('Esc')
    await seat.misses('Keys')
  })
})

describe.concurrent('a command of the settings', () => {
  it('runs on the selected message, and one whose key is taken is told', async () => {
    const home = mkdtempSync(join(folder, 'config-'))
    mkdirSync(join(home, 'watchpost'))
    const commands = `commands:
  seen:
    key: Alt-t
    run: [sh, -c, 'echo "$WATCHPOST_ID is $1"', x, "{subject}"]
    description: say what it is
    output: page
  late:
    key: F5
    run: [sleep, "60"]
    time_limit: 1s
  other:
    key: e
    run: [echo, x]
`
    writeFileSync(join(home, 'watchpost', 'config.yaml'), commands)
    const seat = await sitDown({ columns: 160, rows: 40, env: { XDG_CONFIG_HOME: home } })
    await seat.sees(/commands\.other: e is the key of archive/u)
    await seat.press('?')
    await seat.sees('Your commands without a key')
    await seat.sees(/Alt-t +say what it is/u)
    await seat.press('q')
    await seat.press('Alt-t')
    await seat.sees(/[0-9A-Z]{5} is Priority change/u)
    await seat.press('q')
    await seat.press('F5')
    await seat.sees('late took longer than 1 s and was ended.')
  })
})

describe.concurrent('what the screen keeps', () => {
  it('is there again: folded sections and lines of the palette', async () => {
    const home = mkdtempSync(join(folder, 'state-'))
    const store = await copiedWorld()
    const sit = () => sitDown({ store, columns: 120, rows: 40, env: { XDG_STATE_HOME: home } })
    const seat = await sit()
    await goTo(seat, '◆ critic')
    await seat.press('1', 'g', 'z')
    await seat.sees(/▹ swarm_dev/u)
    await seat.press(':')
    await seat.sees('Go to, or run')
    await seat.type('agents list')
    await seat.sees(/do +agents list/u)
    await seat.press('Enter')
    await seat.sees(/◆ +swarm_dev.critic +/u)
    await seat.press('q', 'C-c')
    await seat.exited()
    const again = await sit()
    await again.sees(/▹ swarm_dev/u)
    await again.press(':')
    await again.sees('Go to, or run')
    await again.press('Up')
    await again.sees(/:agents list/u)
  })
})
