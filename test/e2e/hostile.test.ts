import { afterEach, describe, expect, it } from 'vitest'
import type { Mailbox } from '../../src/mailbox.ts'
import { controlBytesOnTheWire, wholeSequences } from '../support/terminal-wire.ts'
import { leaveAll, sitDown } from '../support/terminal-world.ts'

afterEach(leaveAll)

/** What somebody might write to take over the screen of whoever reads it. */
const attacks = {
  'OSC 52': 'copy \x1b]52;c;ZXZpbA==\x07 this',
  'OSC 0': 'title \x1b]0;owned\x07 here',
  'OSC in 8 bits': 'title \x9d0;owned\x9c here',
  'OSC 8': 'link \x1b]8;;http://evil.example\x1b\\click\x1b]8;;\x1b\\ here',
  'OSC 8 in a link': '[a](https://a.example/\x1b]8;;javascript:x\x1b\\b) <https://b.example/\x07c>',
  CSI: 'clear \x1b[2J\x1b[H\x1b[31m all',
  'CSI in 8 bits': 'clear \x9b2J\x9bH all',
  DCS: 'query \x1bP$q"p\x1b\\ it, or \x90q\x9c',
  'an unterminated OSC': 'begin \x1b]52;c;ZXZpbA==',
  'an unterminated DCS': 'begin \x1bPq#0;2;0;0;0',
  'a lone escape': 'end \x1b',
  'carriage returns and backspaces': 'rm -rf /\r safe\b\b\b\b\x7f\x0b\x0c',
  bidi: 'invoice \u202egpj.exe\u202c \u2066\u2067\u2069',
  'shift out': 'line \x0e drawing \x0f \x1b(0 lqk \x1b(B',
  'combining marks': `a${'\u0301'.repeat(4_000)}b`,
  'a line of 100 kB': 'long '.repeat(20_000),
  'zero width': 'a\u200b\u200d\ufeff\u00adb',
  'wide and tagged': '👩‍🚀🇩🇪\u{e0041}\u{e007f}日本語 ｆｕｌｌ',
}

/** In body and subject alike, plain words beside it. */
async function send(tester: Mailbox, name: string, attack: string): Promise<void> {
  const fenced = `\`\`\`\n${attack}\n\`\`\``
  const table = `| a | b |\n|---|---|\n| ${attack.slice(0, 500)} | after |`
  const body = `before\n\n${attack}\n\n${fenced}\n\n> ${attack}\n\n${table}`
  const subject = `${name} ${attack.replaceAll('\n', ' ').slice(0, 200)}`
  await tester.send({ to: ['lea'], subject, body, priority: 'urgent', payload: { attack }, tag: ['odd'] })
}

describe('what others write', () => {
  it('is only text, in lists, search, threads, answers and previews', async () => {
    const seat = await sitDown({ columns: 120, rows: 40, env: { FORCE_HYPERLINK: '1' } })
    const tester = await (await seat.outside()).as('swarm_dev/tester')
    const names = Object.values(attacks).map((_, at) => `Hostile${at}x`)
    for (const [at, attack] of Object.values(attacks).entries()) await send(tester, names[at] ?? '', attack)
    for (const [at, kind] of Object.keys(attacks).entries()) {
      await seat.press('/', 'C-u')
      await seat.type(`${names[at]}`)
      await seat.sees(new RegExp(`▸!! ● tester +${names[at]}`, 'u'))
      await seat.press('Enter', 'Enter')
      await seat.sees(/▾ . tester → lea/u)
      await seat.press('G', 'r')
      await seat.sees('Reply to swarm_dev/tester:')
      await seat.press('Alt-Enter')
      await seat.sees('C-s send')
      await seat.press('Esc')
      await seat.misses('C-s send')
      await seat.press('H')
      await seat.sees('Hand off')
      await seat.press('C-p')
      await seat.sees('─ preview ─')
      await seat.press('q')
      await seat.sees('C-s preview, send')
      await seat.press('Esc')
      await seat.misses('C-s preview, send')
      await seat.press('C-l')
      expect(controlBytesOnTheWire(wholeSequences(seat.bytes())), kind).toEqual([])
    }
    expect(seat.isAlternate()).toBe(true)
    // A frame that is being written when the screen ends is cut wherever it is.
    await seat.quiet()
    await seat.press('C-c')
    expect((await seat.exited()).code).toBe(0)
    expect(controlBytesOnTheWire(seat.bytes())).toEqual([])
  })

  it('is only text when it is pasted', async () => {
    const seat = await sitDown({ columns: 120, rows: 40 })
    await seat.press('m', 'Tab', 'Tab')
    await seat.paste(`pasted ${attacks['OSC 52']} ${attacks['CSI in 8 bits']} end`)
    await seat.sees('end')
    await seat.press('Esc')
    await seat.sees('Keep as a draft?')
    await seat.press('n', '/')
    await seat.paste(`${attacks.bidi} ${attacks.DCS}`)
    await seat.sees('invoice')
    expect(controlBytesOnTheWire(seat.bytes())).toEqual([])
  })
})
