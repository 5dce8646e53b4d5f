import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { libraryVariables } from '../../src/dev/library-variables.mjs'
import { programFile } from '../support/batch.ts'

/** The launcher and the code cache are ours, and read these. */
const ours = ['HOME', 'XDG_CACHE_HOME']

test('the program reads no variable by name but those that are listed', () => {
  const folder = dirname(programFile)
  const files = readdirSync(folder).filter((name) => name.endsWith('.js'))
  const found = files.flatMap((name) =>
    [
      ...readFileSync(join(folder, name), 'utf8').matchAll(/process\.env(?:\.(\w+)|\[[`'"](\w+)[`'"]\])/gu),
    ].map(([, plain, quoted]) => plain ?? quoted),
  )
  expect(found).toContain('HOME')
  expect(found.filter((name) => ![...libraryVariables, ...ours].includes(name ?? ''))).toEqual([])
})
