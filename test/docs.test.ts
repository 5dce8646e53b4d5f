import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { readmeTables, withTables } from '../src/dev/readme-tables.ts'

it('the generated tables of README are fresh (npm run docs writes them)', async () => {
  const readme = readFileSync(fileURLToPath(new URL('../README.md', import.meta.url)), 'utf8')
  expect(readme).toBe(withTables(readme, await readmeTables()))
})
