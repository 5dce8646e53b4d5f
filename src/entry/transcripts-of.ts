import type { Environment } from '../config.ts'
import type { HookEvent } from '../faces/hook/hook-event.ts'
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

/** A helper of the session has a context of its own. */
export async function noteTranscriptIn(
  { stateFolder }: Folders,
  now: number,
  session: string | null,
  { isSubagent, harness, transcript: path }: Pick<HookEvent, 'isSubagent' | 'harness' | 'transcript'>,
): Promise<void> {
  if (isSubagent || session === null || harness === null || path === null) return
  const { noteTranscript } = await import('../drivers/transcripts/transcripts.ts')
  noteTranscript(folderIn(stateFolder), { session, harness, path }, now)
}

function folderIn(stateFolder: string): string {
  return `${stateFolder}/transcripts`
}
