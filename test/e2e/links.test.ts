import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import type { ScreenCell } from '../support/terminal-emulator.ts'
import { leaveAll, type Seat, type SeatOptions, sitDown } from '../support/terminal-world.ts'

const folder = mkdtempSync(join(tmpdir(), 'watchpost-links-'))
afterEach(leaveAll)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const target = 'https://evil.example/a?b=c;d'
const body = `See [https://bank.example](${target}) and ![x](file:///etc/passwd).\n\nwords after`

async function reading(options: SeatOptions = {}): Promise<Seat> {
  const seat = await sitDown({ columns: 160, rows: 40, ...options })
  const bob = await (await seat.outside()).as('bob')
  const more = { to: ['lea'], subject: 'Read this', priority: 'urgent' as const }
  await bob.send({ ...more, body, attach: ['plan.md'] })
  await seat.sees('Read this')
  await seat.press('g', 'g', 'Enter')
  await seat.sees(/▾ ○ bob → lea/u)
  return seat
}

/** What the screen links, as words and where they lead. */
function linksOn(cells: readonly (readonly ScreenCell[])[]): readonly string[] {
  const words = new Map<string, string>()
  for (const { text, link } of cells.flat())
    if (link !== null) words.set(link, `${words.get(link) ?? ''}${text}`)
  return Array.from(words, ([link, text]) => `${text} → ${link}`)
}

describe('links', () => {
  it('lead where they say, are not spilled over, and can be drawn anew', async () => {
    const seat = await reading({ env: { FORCE_HYPERLINK: '1' } })
    const wanted = [`https://bank.example${target} → ${target}`]
    const seen = () => linksOn(seat.cells())
    await seat.until('the link', () => seen().join() === wanted.join())
    await seat.press('j', 'j', 'j', 'k', 'C-l')
    await seat.quiet()
    expect(seen()).toEqual(wanted)
    await seat.press('q', 'j', 'j')
    await seat.misses('bank.example')
    await seat.until('no link', () => seen().length === 0)
  })

  it.each([
    { TERM: 'xterm-256color', FORCE_HYPERLINK: undefined, TERM_PROGRAM: undefined, VTE_VERSION: undefined },
    { TERM: 'xterm-kitty', NO_COLOR: '1' },
  ])('are words with their target where they are not shown: %j', async (env) => {
    const seat = await reading({ env })
    await seat.sees(`https://bank.example (${target})`)
    expect(seat.bytes().toString()).not.toContain('\x1b]8;id')
  })

  it('are opened by one’s own opener, attachments in pager or editor, as one chooses', async () => {
    const home = join(folder, 'own')
    const program = (name: string) => {
      const path = join(folder, name)
      writeFileSync(path, `#!/bin/sh\necho "${name} $@" >> ${folder}/log\necho "${name} runs"; sleep 1\n`, {
        mode: 0o755,
      })
      return path
    }
    mkdirSync(join(home, 'watchpost'), { recursive: true })
    writeFileSync(join(home, 'watchpost/config.yaml'), `opener: [${program('opener')}, --new]\n`)
    writeFileSync(join(folder, 'plan.md'), 'the plan')
    const env = { XDG_CONFIG_HOME: home, PAGER: program('pager'), EDITOR: program('editor') }
    const seat = await reading({ cwd: folder, env })
    const log = () => readFileSync(join(folder, 'log'), 'utf8')
    await seat.press('o')
    await seat.sees(/▸ file {2}plan\.md/u)
    await seat.sees(`link  ${target}`)
    await seat.press('j', 'Enter')
    await seat.sees('opener opens')
    expect(log()).toBe(`opener --new ${target}\n`)
    await seat.press('o', 'Enter')
    await seat.sees('pager runs')
    await seat.sees('receipts lea')
    await seat.press('o', 'C-g')
    await seat.sees('editor runs')
    await seat.sees('receipts lea')
    const plan = join(folder, 'plan.md')
    expect(log()).toBe(`opener --new ${target}\npager ${plan}\neditor ${plan}\n`)
  })

  it('of an opener that cannot, it is told', async () => {
    const seat = await reading({ env: { PATH: folder } })
    await seat.press('o', 'j', 'Enter')
    await seat.sees('xdg-open cannot be run')
  })
})

describe('code', () => {
  it('gets its colours once it is shown', async () => {
    const seat = await sitDown({ columns: 160, rows: 40 })
    const bob = await (await seat.outside()).as('bob')
    const body = 'Do this:\n\n```ts\nconst answer = 42 // why\n```'
    await bob.send({ to: ['lea'], subject: 'Some code', body, priority: 'urgent' })
    await seat.sees('Some code')
    await seat.press('g', 'g')
    await seat.sees('const answer = 42')
    const colourOf = (word: string) => {
      const y = seat.screen().findIndex((line) => line.includes('const answer'))
      const at = seat
        .cells()
        [y]?.findIndex((_, x, row) => [...word].every((letter, offset) => row[x + offset]?.text === letter))
      return seat.cells()[y]?.[at ?? 0]?.foreground
    }
    await seat.until('colours', () => {
      const [keyword, number] = [colourOf('const'), colourOf('42')]
      return keyword?.kind === 'palette' && JSON.stringify(keyword) !== JSON.stringify(number)
    })
    expect(colourOf('answer')?.kind).toBe('default')
  })
})
