import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import about from '../../package.json'
import { withParts } from './document-parts.ts'
import { generatedParts, manFile, projectFolder, summariesFile, summariesText } from './documents.ts'
import { manPage } from './man-page.ts'
import { pluginFiles, pluginFolders } from './plugins.ts'

writeFileSync(join(projectFolder, summariesFile), await summariesText())
writeFileSync(join(projectFolder, manFile), await manPage(about.version))
for (const [path, parts] of Object.entries(await generatedParts())) {
  const file = join(projectFolder, path)
  writeFileSync(file, withParts(readFileSync(file, 'utf8'), parts))
}
for (const folder of pluginFolders) rmSync(join(projectFolder, folder), { recursive: true, force: true })
for (const [path, text] of Object.entries(pluginFiles(about))) {
  const file = join(projectFolder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
