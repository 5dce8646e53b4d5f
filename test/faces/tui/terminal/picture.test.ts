import { expect, test } from 'vitest'
import { pngOf } from '../../../support/png.ts'
import { type Ground, svgOf } from '../../../support/svg.ts'
import { openEmulator } from '../../../support/terminal-emulator.ts'

async function picture(text: string, ground?: Ground): Promise<string> {
  const emulator = openEmulator({ columns: 12, rows: 2 })
  await emulator.write(text)
  return svgOf(emulator.cells(), ground)
}

test('letters of one look share an element, every other glyph stands at its own cell', async () => {
  const svg = await picture('ab\x1b[31mcd\x1b[m ─日x')
  const placed = Array.from(
    svg.matchAll(/<text (?:x="([\d.]+)"|transform="matrix\([^)]* ([\d.]+) [\d.]+\)").*>(.*)<\/text>/gu),
  )
  expect(placed.map(([, x, moved, text]) => [Number(x ?? moved), text])).toEqual(
    [
      [12, 'ab'],
      [30, 'cd'],
      [48, ' '],
      [57, '─'],
      [66, '日'],
      [84, 'x'],
    ].filter(([, text]) => text !== ' '),
  )
})

test('colours, inverse and markup characters', async () => {
  const svg = await picture('\x1b[38;2;1;2;3m<&>\x1b[m\x1b[7mi\x1b[m\x1b[48;5;196m \x1b[38;5;240mg')
  expect(svg).toContain('fill="#010203">&lt;&amp;&gt;</text>')
  expect(svg).toContain('fill="#14161b">i</text>')
  expect(svg).toContain('fill="#ff0000"/>')
  expect(svg).toContain('fill="#585858">g</text>')
})

test('a light terminal has a light ground, and its own sixteen colours', async () => {
  const [dark, light] = await Promise.all(
    (['dark', 'light'] as const).map((ground) => picture('a\x1b[31mb\x1b[m\x1b[7mi\x1b[m\x1b[41m ', ground)),
  )
  expect(light).toContain('rx="8" fill="#ffffff"')
  expect(light).toContain('fill="#24292f">a</text>')
  expect(light).toContain('fill="#cf222e">b</text>')
  expect(light).toContain('fill="#ffffff">i</text>')
  expect(light).toContain('height="19" fill="#cf222e"/>')
  expect(light).not.toContain('#14161b')
  expect(dark).not.toContain('#ffffff')
})

test('the same screen gives the same picture', async () => {
  const svg = await picture('╭─ ● bold \x1b[1mx')
  expect(pngOf(svg).equals(pngOf(svg))).toBe(true)
  expect(pngOf(svg).subarray(1, 4).toString()).toBe('PNG')
})
