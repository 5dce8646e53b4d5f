import type { Environment } from '../config.ts'
import type { Transcript } from '../drivers/transcripts/transcripts.ts'
import type { TranscriptDriver } from '../services/transcript-driver.ts'

type Folders = Pick<Environment, 'stateFolder'>

/** Notes of transcripts are of this user and this machine, so they lie outside every store. Few commands load the driver. */
export function transcriptsOf({ stateFolder }: Folders): TranscriptDriver {
  let opened: Promise<TranscriptDriver> | undefined
  const open = () =>
    (opened ??= import('../drivers/transcripts/transcripts.ts').then(({ openTranscripts }) =>
      openTranscripts(folderIn(stateFolder)),
    ))
  return { uses: async (sessions) => (await open()).uses(sessions) }
}

export async function noteTranscriptIn(
  { stateFolder }: Folders,
  transcript: Transcript,
  now: number,
): Promise<void> {
  const { noteTranscript } = await import('../drivers/transcripts/transcripts.ts')
  noteTranscript(folderIn(stateFolder), transcript, now)
}

function folderIn(stateFolder: string): string {
  return `${stateFolder}/transcripts`
}
