import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../../package.json'
import { withParts } from './document-parts.ts'
import { generatedParts, manFile, projectFolder } from './documents.ts'
import { manPage } from './man-page.ts'

writeFileSync(join(projectFolder, manFile), await manPage(version))
for (const [path, parts] of Object.entries(await generatedParts())) {
  const file = join(projectFolder, path)
  writeFileSync(file, withParts(readFileSync(file, 'utf8'), parts))
}
