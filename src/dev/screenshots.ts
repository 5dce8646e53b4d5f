import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pngOf } from '../../test/support/png.ts'
import { demoSize, recordDemo } from './pictures/demo-recording.ts'
import { castOf, gifOf } from './pictures/recording.ts'
import { scenes } from './pictures/scenes.ts'
import { kept, pictureIn, take } from './pictures/take.ts'

/** README's pictures, by how wide each is. */
const shownInReadme: Readonly<Record<string, number>> = {
  panes: 200,
  attention: 120,
  thread: 120,
  'handoff-preview': 120,
  palette: 120,
  metrics: 120,
}

const folder = process.argv[2] ?? fileURLToPath(new URL('../../screenshots/', import.meta.url))
const wanted = process.argv[3]

/** `npm run screenshots`: plays every scene, and keeps what its screen shows. */
async function takeAll(): Promise<void> {
  if (wanted === undefined) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const scene of scenes.filter(({ name }) => wanted === undefined || name === wanted)) {
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
}

/** What README shows moving, and the same for a player of terminals' recordings. */
async function recordAll(): Promise<void> {
  const shots = await recordDemo()
  writeFileSync(join(folder, 'demo.cast'), castOf(shots, demoSize))
  writeFileSync(join(folder, 'demo.gif'), await gifOf(shots, demoSize))
}

await takeAll()
if (wanted === undefined || wanted === 'demo') await recordAll()
process.exit()
