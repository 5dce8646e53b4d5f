import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withParts } from './document-parts.ts'
import { generatedParts, projectFolder } from './documents.ts'

for (const [path, parts] of Object.entries(await generatedParts())) {
  const file = join(projectFolder, path)
  writeFileSync(file, withParts(readFileSync(file, 'utf8'), parts))
}
