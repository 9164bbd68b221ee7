/** The file that teaches ShareX to upload text here (ShareX: custom uploader, version 14). */
export function shareXUploader(baseUrl: string) {
  const { host } = new URL(baseUrl);
  return {
    Version: '14.1.0',
    Name: host,
    DestinationType: 'TextUploader, FileUploader',
    RequestMethod: 'POST',
    RequestURL: `${baseUrl}/`,
    Body: 'MultipartFormData',
    FileFormName: 'file',
    URL: '{response}',
    ErrorMessage: '{response}',
  };
}
