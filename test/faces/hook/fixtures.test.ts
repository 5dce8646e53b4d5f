import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { harnesses } from '../../../src/domain/harness.ts'

const folder = fileURLToPath(new URL('./fixtures/', import.meta.url))
const read = (name: string) => JSON.parse(readFileSync(`${folder}${name}`, 'utf8'))

type Source = { readonly harness: string; readonly version: string; readonly recorded: string }
const sources: Readonly<Record<string, Source>> = read('versions.json')

/** `npm run live -- --record` writes them: none is written by hand. */
describe('the events of the tests', () => {
  const names = readdirSync(folder).filter((name) => name !== 'versions.json')

  it('are those that were recorded', () => {
    expect(names.toSorted()).toEqual(Object.keys(sources).toSorted())
  })

  it.each(names)('%s is of a version of a coding agent and of a day', (name) => {
    expect(sources[name]).toEqual({
      harness: expect.any(String),
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/u),
      recorded: expect.stringMatching(/^20\d\d-\d\d-\d\d$/u),
    })
    const harness = harnesses.find((one) => one.name === sources[name]?.harness)
    expect(harness?.name).toBeDefined()
    const path = String(read(name).transcript_path ?? '')
    const folders: Readonly<Record<string, string>> = {
      'Claude Code': '.claude',
      'Gemini CLI': '.gemini',
      'Qwen Code': '.qwen',
    }
    if (path !== '') expect(path).toContain(`/${folders[harness?.name ?? ''] ?? '.codex'}/`)
  })

  it.each(names)('%s names no folder of the machine that recorded it', (name) => {
    const paths =
      JSON.stringify(read(name)).match(/(?<![\w.~-])\/(?:tmp|root|home|var|work)\b[^"\\ ]*/gu) ?? []
    for (const path of paths) expect(path).toMatch(/^\/home\/dev(?:\/|$)/u)
  })
})
