import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readmeTables, withTables } from '../src/dev/readme-tables.ts'
import { leaves } from '../src/domain/settings/setting-leaves.ts'
import { defaultSettings } from '../src/domain/settings/settings.ts'
import { parseYaml, type YamlEntry } from '../src/domain/settings/yaml.ts'
import { keysOf } from '../src/entry/key-settings.ts'
import { keymap } from '../src/faces/tui/keymap.ts'
import { settingsOf } from '../src/settings.ts'

const readmeFile = fileURLToPath(new URL('../README.md', import.meta.url))

it('the generated tables of README are fresh (npm run docs writes them)', async () => {
  const readme = readFileSync(readmeFile, 'utf8')
  expect(readme).toBe(withTables(readme, await readmeTables()))
})

it.each(['ARCHITECTURE.md', 'CONTRIBUTING.md'])('the files and folders that %s names are there', (name) => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const there = ['src', 'store', 'components', 'test'].flatMap((folder) => [
    folder,
    ...readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
      join(folder, path),
    ),
  ])
  const named = readFileSync(join(root, name), 'utf8').matchAll(
    /`((?:[\w-]+\/)*[\w-]+\.(?:ts|tsx|mjs)|(?:src|store|components|test)\/[\w/-]+)`/gu,
  )
  const missing = [...named]
    .map(([, path = '']) => path.replace(/\/$/u, ''))
    .filter((path) => !there.some((one) => `/${one}`.endsWith(`/${path}`)))
  expect(missing).toEqual([])
})

describe('the settings that README explains', () => {
  const blockNamed = (name: string): string =>
    new RegExp(`^\`\`\`yaml ${name}\\n([\\s\\S]*?)^\`\`\``, 'mu').exec(
      readFileSync(readmeFile, 'utf8'),
    )?.[1] ?? ''
  const example = blockNamed('config\\.yaml')
  const serving = blockNamed('config\\.yaml serving')
  /** What is behind `#` as if it were not. */
  const whole = example.replace(/^( *)# ?( *[\w]+:)/gmu, '$1$2')
  const own = (text: string) => ({ path: 'README', text, own: true })

  it('are what holds without them', () => {
    expect(settingsOf([own(example)])).toEqual(defaultSettings)
  })

  it('are all there are, each with a value that is taken', () => {
    expect(Object.keys(settingsOf([own(whole)]).handlers)).toEqual(['DEPLOY_DONE'])
    expect(keysOf([{ path: 'README', text: whole }])).not.toEqual(keymap)
    expect(settingsOf([own(serving)]).serving.supervisors).toEqual(['architect'])
    const said = [...pathsOf(parseYaml(whole, 'README')), ...pathsOf(parseYaml(serving, 'README'))]
    expect(Object.keys(leaves).filter((path) => !said.includes(path))).toEqual([])
  })
})

function pathsOf(entries: readonly YamlEntry[], within = ''): readonly string[] {
  return entries.flatMap(({ key, value }) => [
    `${within}${key}`,
    ...(value.type === 'map' ? pathsOf(value.entries, `${within}${key}.`) : []),
  ])
}
