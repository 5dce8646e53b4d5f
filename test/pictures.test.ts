import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { scenes } from '../src/dev/pictures/scenes.ts'
import { kept, take } from '../src/dev/pictures/take.ts'

const folder = fileURLToPath(new URL('../screenshots/', import.meta.url))

/** `npm run screenshots` renews what is kept, once the difference has been looked at. */
describe.concurrent('every screen is as its picture shows it', () => {
  it.each(scenes.map((scene) => [scene.name, scene] as const))('%s', async (name, scene) => {
    const pictures = kept(name, await take(scene))
    for (const [file, text] of Object.entries(pictures))
      expect(text, file).toBe(readFileSync(join(folder, file), 'utf8'))
  })
})

it('no picture is there without its scene', () => {
  const names = new Set(scenes.map(({ name }) => name))
  const strays = readdirSync(folder).filter((file) => !names.has(file.replace(/\.\w+$/u, '')))
  expect(strays.filter((file) => !file.startsWith('demo.'))).toEqual([])
})
