import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readmeTables, withTables } from './readme-tables.ts'

const readme = fileURLToPath(new URL('../../README.md', import.meta.url))
const text = readFileSync(readme, 'utf8')
writeFileSync(readme, withTables(text, await readmeTables()))
