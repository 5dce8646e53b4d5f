import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { scenes } from '../src/dev/pictures/scenes.ts'
import { kept, take } from '../src/dev/pictures/take.ts'
import { themes } from '../src/faces/tui/text/theme.ts'
import { nestedIn, strangeColours } from './support/calm-picture.ts'
import { openEmulator } from './support/terminal-emulator.ts'

const folder = fileURLToPath(new URL('../screenshots/', import.meta.url))

/** `npm run screenshots` renews what is kept, once the difference has been looked at. */
describe.concurrent('every screen is as its picture shows it', () => {
  it.each(scenes.map((scene) => [scene.name, scene] as const))('%s', async (name, scene) => {
    const taken = await take(scene)
    for (const picture of taken) {
      const { columns, theme } = picture
      // A theme of one's own has the colours that its owner gave it.
      if (!(theme in themes)) continue
      expect(nestedIn(picture), `frames in frames at ${columns} columns in ${theme}`).toEqual([])
      expect(strangeColours(picture), `colours at ${columns} columns in ${theme}`).toEqual([])
    }
    for (const [file, text] of Object.entries(kept(name, taken)))
      expect(text, file).toBe(readFileSync(join(folder, file), 'utf8'))
  })
})

it('the recording, played on a terminal, ends as its story does', async () => {
  const [head = '', ...events] = readFileSync(join(folder, 'demo.cast'), 'utf8').trim().split('\n')
  const { version, width, height } = JSON.parse(head) as Record<string, number>
  expect(version).toBe(2)
  const terminal = openEmulator({ columns: width ?? 0, rows: height ?? 0 })
  for (const event of events) await terminal.write((JSON.parse(event) as [number, 'o', string])[2])
  const screen = terminal.lines().join('\n')
  expect(screen).toContain('2 messages in 5 s')
  expect(screen).toMatch(/also here: bob/u)
  const gif = readFileSync(join(folder, 'demo.gif'))
  expect(gif.subarray(0, 6).toString()).toBe('GIF89a')
  expect([gif.readUInt16LE(6), gif.length < 1_500_000]).toEqual([1032, true])
})

it('no picture is there without its scene', () => {
  const names = new Set(scenes.map(({ name }) => name))
  const strays = readdirSync(folder).filter((file) => !names.has(file.replace(/\.\w+$/u, '')))
  expect(strays.filter((file) => !file.startsWith('demo.'))).toEqual([])
})
