/** Only for pastes with files. */
export const loadFilesScreen = async () => (await import('./files/files-screen')).FilesScreen;
