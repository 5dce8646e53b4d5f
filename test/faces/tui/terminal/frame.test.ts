import { describe, expect, test } from 'vitest'
import { rowOf } from '../../../../src/faces/tui/terminal/frame.ts'
import { applyLink, applySgr, transition } from '../../../../src/faces/tui/terminal/style.ts'

const glyphCases: readonly (readonly [what: string, line: string, glyphs: readonly string[]])[] = [
  ['ASCII', 'ab c', ['a', 'b', ' ', 'c']],
  ['nothing', '', []],
  ['box drawing', '╭─╮', ['╭', '─', '╮']],
  ['wide characters', '日a', ['日', '', 'a']],
  ['a combining mark', 'e\u0301x', ['e\u0301', 'x']],
  ['a mark after box drawing', '─\u0301x', ['─\u0301', 'x']],
  ['an emoji of several code points', '👩\u200d🚀!', ['👩\u200d🚀', '', '!']],
  ['a flag', '🇩🇪.', ['🇩🇪', '', '.']],
  ['a mark with nothing to stand on', '\x1b[1m\u0301x', ['\ufffd', 'x']],
  ['a mark parted from its letter', 'a\x1b[1m\u0301x', ['a\u0301', 'x']],
  ['a mark parted from a wide letter', '日\x1b[1m\u0301x', ['日\u0301', '', 'x']],
  ['a zero-width space', 'a\u200bb', ['a', '\ufffd', 'b']],
  ['a bidirectional override', 'a\u202eb', ['a', '\ufffd', 'b']],
  ['BEL, BS, CR, NUL, DEL', 'a\x07\x08\r\0\x7f', ['a', ...'\ufffd'.repeat(5)]],
  ['C1', '\x9b2J\x9d', ['\ufffd', '2', 'J', '\ufffd']],
  ['a cursor move', '\x1b[2Ja', ['\ufffd', '[', '2', 'J', 'a']],
  ['OSC 52', '\x1b]52;c;x\x07', ['\ufffd', ...']52;c;x', '\ufffd']],
  ['a link', 'a\x1b]8;;https://a.example/\x1b\\b\x1b]8;;\x1b\\c', ['a', 'b', 'c']],
  [
    'a link that is not closed as ours are',
    '\x1b]8;;https://a.example/\x07',
    ['\ufffd', ...']8;;https://a.example/', '\ufffd'],
  ],
  ['a lone ESC at the end', 'a\x1b', ['a', '\ufffd']],
  ['an unfinished colour', 'a\x1b[31', ['a', '\ufffd', '[', '3', '1']],
  ['a soft hyphen', 'a\u00adb', ['a', '\ufffd', 'b']],
]

test.each(glyphCases)('cells of %s', (_, line, glyphs) => {
  expect(rowOf(line).glyphs).toEqual(glyphs)
})

test('a cell knows its style, and a wide one takes two', () => {
  const { glyphs, styles } = rowOf('a\x1b[31m日\x1b[39m')
  const red = applySgr(0, '31')
  expect(glyphs).toEqual(['a', '日', ''])
  expect([...styles]).toEqual([0, red, red])
})

test('trailing blanks of the default style are no ink', () => {
  expect(rowOf('ab   ').end).toBe(2)
  expect(rowOf('ab \x1b[7m \x1b[27m  ').end).toBe(4)
})

test('an unchanged line is not parsed again', () => {
  expect(rowOf('the very same line')).toBe(rowOf(`the very same ${'line'}`))
})

describe('styles', () => {
  const sgrCases: readonly (readonly [from: string, to: string, bytes: string])[] = [
    ['', '', ''],
    ['', '1', '\x1b[1m'],
    ['1', '', '\x1b[m'],
    ['1;31', '1;32', '\x1b[32m'],
    ['1;2', '1', '\x1b[0;1m'],
    ['1;2;31;44', '1;31;44', '\x1b[22;1m'],
    ['38;5;200', '38;2;1;2;3', '\x1b[38;2;1;2;3m'],
    ['48;5;9', '101', '\x1b[101m'],
    ['7;38;2;9;9;9', '38;2;9;9;9', '\x1b[27m'],
    ['8;5;66', '', ''],
    ['38;5;300', '', ''],
    ['31;0;4', '4', ''],
  ]
  test.each(sgrCases)('from %j to %j', (from, to, bytes) => {
    expect(transition(applySgr(0, from), applySgr(0, to))).toBe(bytes)
  })

  const web = 'https://a.example/?a;b'
  const linked = (from: string, target: string) => applyLink(applySgr(0, from), target)
  const linkCases: readonly (readonly [from: number, to: number, bytes: string])[] = [
    [linked('', web), linked('', ''), '\x1b]8;;\x1b\\'],
    [linked('31', ''), linked('31', web), `\x1b]8;id=1;${web}\x1b\\`],
    [linked('31', web), 0, '\x1b]8;;\x1b\\\x1b[m'],
    [linked('4', web), applySgr(linked('4', web), '0'), '\x1b[m'],
    [0, linked('4', 'mailto:a@b.example'), '\x1b]8;id=2;mailto:a@b.example\x1b\\\x1b[4m'],
    ...['javascript:x', 'https://a.example', 'file:///etc/passwd', 'https://a@b.example/', 'x'].map(
      (target): (typeof linkCases)[number] => [0, linked('', target), ''],
    ),
  ]
  test.each(linkCases)('of a link from %j to %j', (from, to, bytes) => {
    expect(transition(from, to)).toBe(bytes)
  })

  test('a flood of links cannot fill the table', () => {
    for (let at = 0; at < 5_000; at++) applyLink(0, `https://a.example/${at}`)
    expect(applyLink(0, 'https://late.example/')).toBe(0)
    expect(applyLink(0, web)).not.toBe(0)
  })

  test('a flood of colours cannot fill the table', () => {
    for (let rgb = 0; rgb < 40_000; rgb++) applySgr(0, `38;2;${rgb >> 16};${(rgb >> 8) & 255};${rgb & 255}`)
    const late = applySgr(0, '1;38;2;200;100;50')
    expect(late).toBeLessThan(0x10000)
    expect(transition(0, late)).toBe('\x1b[1m')
  })
})
