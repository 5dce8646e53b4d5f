import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pngOf } from '../../test/support/png.ts'
import { isMailError, MailError, withHint } from '../domain/errors.ts'
import { type Choice, choiceOf, foreignFile } from './pictures/choice.ts'
import { demoSize, recordDemo } from './pictures/demo-recording.ts'
import { castOf, gifOf } from './pictures/recording.ts'
import { scenes } from './pictures/scenes.ts'
import { kept, pictureIn, take } from './pictures/take.ts'

/** README's pictures, by how wide each is. */
const shownInReadme: Readonly<Record<string, number>> = {
  wall: 120,
  panes: 200,
  attention: 120,
  thread: 120,
  'handoff-preview': 120,
  palette: 120,
  metrics: 120,
}

/** What README shows moving. */
const recording = 'demo'

/** `npm run screenshots`: plays every scene, and keeps what its screen shows. */
async function takeAll({ folder, only }: Choice): Promise<void> {
  const names = namesIn(folder)
  if (only === null) for (const name of names) rmSync(join(folder, name))
  mkdirSync(folder, { recursive: true })
  for (const scene of scenes.filter(({ name }) => only === null || name === only)) {
    const pictures = await take(scene)
    for (const [name, text] of Object.entries(kept(scene.name, pictures)))
      writeFileSync(join(folder, name), text)
    const columns = shownInReadme[scene.name]
    if (columns !== undefined)
      writeFileSync(
        join(folder, `${scene.name}.png`),
        pngOf(pictureIn(pictures, columns).svg, columns > 120 ? 1 : 1.25),
      )
  }
  if (only === null || only === recording) await record(folder)
}

/** The pictures of a folder, which may be missing. @throws MailError `usage` if it has anything else; nothing is deleted then */
function namesIn(folder: string): readonly string[] {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found === undefined) return []
  const names = found.isDirectory() ? readdirSync(folder) : []
  const foreign = found.isDirectory() ? foreignFile(names) : folder
  if (foreign === null) return names
  throw new MailError(
    'usage',
    `${folder} is not a folder of pictures: ${foreign} is not one that this program writes. Nothing was deleted.`,
    'Name an empty or a new folder with --out.',
  )
}

/** The recording, and the same for a player of terminals' recordings. */
async function record(folder: string): Promise<void> {
  const shots = await recordDemo()
  writeFileSync(join(folder, `${recording}.cast`), castOf(shots, demoSize))
  writeFileSync(join(folder, `${recording}.gif`), await gifOf(shots, demoSize))
}

try {
  const usual = fileURLToPath(new URL('../../screenshots/', import.meta.url))
  const names = [...scenes.map(({ name }) => name), recording]
  await takeAll(choiceOf(process.argv.slice(2), usual, names))
  process.exit()
} catch (error) {
  if (!isMailError(error)) throw error
  process.stderr.write(`screenshots: ${withHint(error)}\n`)
  process.exit(2)
}
