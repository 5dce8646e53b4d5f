/** Makes one file, `file`, of the program whose source is `entry`. Both are absolute paths. */
export function bundle(entry: string, file: string): Promise<void>
